"""The commands about datasets: `idioprobe data …`."""
