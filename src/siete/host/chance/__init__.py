"""The only randomness: the operating system's generator, shuffles, wheels, and commitments to shoes."""
