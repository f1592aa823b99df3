"""Drills: questions with one right answer and the clause that decides it, drawn from a rule set and its lessons.

`catalogue` lists them; every other module makes one kind. Tests, exams and clocks are next door, in `paper` and `exam`.
"""
