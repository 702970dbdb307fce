# Many rounds at once as a Python object: the C functions are those of slots.pxd and observing.pxd.
