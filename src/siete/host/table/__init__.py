"""One running table: its actor, writer and broadcaster, its commands, timers and messages.

The turn itself is `host.turn`; the walk of a command through these modules is drawn in docs/architecture.md.
"""
