"""What families share: files on the hub, spans, pooling, batches, whether weights fit into memory."""
