"""The rule book as pages: every clause, decision, word and golden round, searched, compared and written as a site."""
