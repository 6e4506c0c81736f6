"""The small web server of a study."""
