"""Running tables: one writer each, pace, timers, cage, randomness and audit, on top of engine and store."""
