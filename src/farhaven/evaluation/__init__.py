"""What somebody thinks of a position: the contract between titles and the search, nets, weights.

A title fills it in below `games/<title>/ai`; nothing here knows a title.
"""
