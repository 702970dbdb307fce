"""Results as text, CSV, bars, pages and pictures.

It stands on `gin_fast.estimates` and `gin_fast.cards`. It imports no result: what is shown has the
shapes in `gin_fast.show.shapes`.
"""
