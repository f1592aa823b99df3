"""One house in several processes: leases, and following what other processes write."""
