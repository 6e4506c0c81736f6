"""Where people already work: one file per ecosystem, each imported late."""
