"""Which code carries each clause and which tests prove it.

`carriers` reads the code, `join` holds it against the register and the tests.
"""
