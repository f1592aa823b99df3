"""Days of the floor as they are reported: results, trends and the last week beside what the odds expect.

What the console shows and changes at this moment is one folder up.
"""
