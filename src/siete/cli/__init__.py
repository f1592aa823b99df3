"""The command line, one file per command. May import anything, and does so as late as it can."""
