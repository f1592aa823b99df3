"""The audit of a house: chain, signed heads, replay of every decision, and money to the cent."""
