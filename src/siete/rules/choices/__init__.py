"""What an operator may choose: the choices as a form, those without effect, and those an open table may change.

How a submission is read, bounded and resolved stays one level up.
"""
