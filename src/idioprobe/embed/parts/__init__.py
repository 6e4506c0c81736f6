"""The parts store: Parquet files in a folder or at a URL, which any number of machines write."""
