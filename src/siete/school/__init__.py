"""The dealers' school: a course for each rule set, its lessons, demonstrations and drills."""
