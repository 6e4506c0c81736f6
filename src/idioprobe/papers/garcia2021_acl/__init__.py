"""garcia2021_acl."""
