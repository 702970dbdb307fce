"""Results as text, CSV, bars, pages and figures.

It builds on `gin_fast.estimates` and `gin_fast.cards`. It imports no result types: what it shows
has the shapes in `gin_fast.show.shapes`.
"""
