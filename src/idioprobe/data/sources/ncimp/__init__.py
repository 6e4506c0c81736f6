"""ncimp."""
