"""A table on a text terminal: prompts, narration, the layout in text, the player's and the dealer's side."""
