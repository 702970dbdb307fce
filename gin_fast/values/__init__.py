"""Values as users give them and files store them: checks, JSON, files, records, rows, late names.

This is the ground floor of the package: it imports no other part, and every part may import it.
"""
