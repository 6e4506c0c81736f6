"""Charts as declarations: one figure serves files and the interactive page."""
