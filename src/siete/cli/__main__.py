"""`python -m siete.cli`."""

from siete.cli import main

main()
