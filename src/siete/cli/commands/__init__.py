"""One file for each command of `siete`; those about a house are in `house`."""
