# Games as Python functions: the C functions are those of playout.pxd and scoring.pxd.
