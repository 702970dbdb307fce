# What each choice of a view is worth: its C functions are those of sampling.pxd.
