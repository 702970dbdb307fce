"""Values as they are given and stored: checks with clear errors, JSON, records, rows, late names.

This is the ground of the package: it imports nothing else of it, and anything may import it.
"""
