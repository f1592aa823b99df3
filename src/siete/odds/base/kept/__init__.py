"""Solved configurations: those kept on disk and those that come with the program."""
