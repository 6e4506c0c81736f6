"""Reading the papers' tables out of their texts, cell by cell; what a text does not show with certainty stays open."""
