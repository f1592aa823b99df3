"""One file for each command of `siete`."""
