"""Live connections: WebSockets, event streams, and news between processes."""
