"""What the papers report, shown alone or beside results from here."""
