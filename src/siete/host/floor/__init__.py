"""The floor of the house: its log, changes that two people sign, incidents and their guide, the day's books, duties.

Nothing here deals or decides a game: what a floorperson orders at a table goes through the table's own commands.
"""
