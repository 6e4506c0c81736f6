"""Tables in a declared layout, for the models at hand."""
