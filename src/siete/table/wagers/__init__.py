"""Side wagers, one file each: what may be wagered, what the cards make of it, and what it pays."""
