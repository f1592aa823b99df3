"""Work of unbounded cost, done beside the event loop by processes with limits of time, memory and size."""
