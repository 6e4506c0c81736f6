"""Collecting judgments of people: the study, its places and answers, and what goes to crowds and comes back."""
