"""What numba compiles: shuffles, hands, side wagers, and whole rounds, one shoe at a time or many side by side."""
