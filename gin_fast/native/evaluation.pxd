# What each choice of a view is worth, for Python: its C functions are those of sampling.
