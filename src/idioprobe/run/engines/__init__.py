"""Where models run: one after the other in this process, or side by side on a Ray cluster."""
