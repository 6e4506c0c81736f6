"""The engines that show results: tables, figures, the page, the terminal."""
