"""The engine: one table from closed to closed. Pure; imports only rules, strategy and the vocabulary."""
