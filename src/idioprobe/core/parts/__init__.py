"""Parts: Parquet files of answers, each written whole and named by its content, in a folder or at a URL."""
