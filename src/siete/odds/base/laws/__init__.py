"""The laws of whole rounds: how hands of a split end, and what they win together. Values of hands are elsewhere."""
