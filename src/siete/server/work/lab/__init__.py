"""The lab's computations, done by worker processes: figures, costs, comparisons, hands, counts, PAR sheets."""
