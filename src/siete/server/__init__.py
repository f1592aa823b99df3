"""HTTP and WebSocket interface to the host and the lab, and the page."""
