"""garcia2021_eacl."""
