"""What `scripts/mutate` does: it breaks rules and functions one at a time, and runs the tests that must notice.

`data` breaks values of rule sets, `operators` breaks functions, `functions` says which functions and where they live,
`hand` holds mutants thought of by hand, `equivalents` those that change nothing anybody can see,
`reach` records which tests reach which function, `judge` tries mutants in forked children, `ledger` keeps what the own
tests of each clause noticed.
"""
