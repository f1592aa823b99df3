"""`.s21` text: rounds and whole tables that people read and write.

`model` has the values, `reader` and `writer` the text, `record` and `replay` the way from events to text and back.
One-line positions are in `position`.
"""
