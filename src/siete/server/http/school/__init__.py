"""The dealers' school over HTTP: courses and lessons, papers and scores, desks, classes and certificates."""
