"""The simulator: a compiled kernel fed by rules and strategy. Imports neither the engine nor the odds."""
