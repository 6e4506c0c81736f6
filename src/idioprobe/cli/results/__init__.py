"""The commands that read results or what papers report: tables, figures, the page, comparisons."""
