"""Effects of removal on the edge and on decisions. What a count makes of them is the lab's."""
