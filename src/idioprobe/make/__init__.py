"""What people make datasets richer with: figures from corpora, and judgments of annotators."""
