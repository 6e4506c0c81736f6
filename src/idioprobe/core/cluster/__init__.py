"""Work on a Ray cluster: connecting to one or starting one, and futures of what runs there."""
