"""Why a move is refused: for each part of the rule book, the clause that a move breaks.

The verdict always comes from the predicates with which the rules list the legal moves.
"""
