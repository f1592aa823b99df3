"""What goes wrong at a table and what the documents order: cards, misdeals, devices, void rounds.

Each module reports and refuses one family; the steps that repair it come due like any other, in `stages.repairs`.
The facts they leave in the state are in `state.mishaps`.
"""
