"""What training did to a model: in sentences, and as a page."""
