"""HTTP and WebSocket doors to the host and the lab, and the page they serve."""
