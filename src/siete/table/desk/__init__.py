"""The dealer's side of a table: motions of hands and chips, what they pay, the tray, and the steps in order."""
