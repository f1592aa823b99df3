"""Rules, strategy and plan compiled to numbers and arrays, which are all a kernel sees.

Nothing here is compiled by numba; the kernels are in `kernels`.
"""
