"""What people do at a table beside the game: seats and chips, the queue, the dealer's place, two signatures.

Each is called by a handler or the actor and makes a plan, or adds to a turn; none writes or broadcasts.
"""
