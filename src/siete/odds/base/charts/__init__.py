"""The chart players know, derived from solved values, and its page for print."""
