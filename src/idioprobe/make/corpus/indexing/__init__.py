"""Making an index: from the files of a corpus to sorted tables of counts."""
