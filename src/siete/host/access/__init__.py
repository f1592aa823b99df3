"""Who may do what: roles and what each may ask of a table, staff accounts and sessions."""
