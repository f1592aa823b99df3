"""Messages of the server's WebSocket as types, for both ends; nothing here sends or decides."""
