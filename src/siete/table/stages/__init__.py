"""The stages of a table's day, from opening to clearing: what each may do, refuses and brings about.

`decide` sends every command to its stage. Side wagers are in `wagers`, what is reported as wrong in `irregularities`.
"""
