# The table of functions that gin_fast/include/gin_fast.h declares, as a Python object: Cython calls
# the functions of exports and exported_rounds.
