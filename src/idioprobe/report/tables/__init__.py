"""The tables of the papers, laid out as there, for the models at hand."""
