"""What everybody speaks: the columns of all tables, requests and answers, views, protocols, errors, notices, files."""
