"""The commands about models: `idioprobe models` and `idioprobe inject`."""
