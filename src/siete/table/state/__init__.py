"""The frozen state of a table: people and chips, cards, the round, the opening, and what has gone wrong.

Values only. Events change it in `apply`; nothing here decides a rule.
"""
