"""The published datasets: a folder for each, which declares and reads it, and what their readers share."""
