"""The lab's simulations: a queue before one process that deals, and the files in which every run is kept.

A run is found by its name in those files: a reload, a lost line, another process of the house or a house started again
shows it as it stands. Nothing here computes on the event loop. Decision: 0263.
"""
