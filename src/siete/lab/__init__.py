"""Reports, charts and environments for mathematicians, on top of odds, sim and engine."""
