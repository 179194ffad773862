"""The structs that clients and server exchange, and their TypeScript types."""
