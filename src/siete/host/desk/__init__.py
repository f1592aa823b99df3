"""A person in the dealer's place: how much help they get, and how they have done."""
