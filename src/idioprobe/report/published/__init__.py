"""Published models in the tables and on the page, beside those run here."""
