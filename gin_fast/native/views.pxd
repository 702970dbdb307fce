# Questions about a view, for Python: their C functions are those of _legality and view_checks.
