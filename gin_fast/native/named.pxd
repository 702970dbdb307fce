# Named tuples, made without their own slow way to be made, which is in Python. Internal: it changes
# as gin_fast does.

from cpython.ref cimport Py_INCREF
from cpython.tuple cimport PyTuple_SET_ITEM

cdef extern from "Python.h":
    ctypedef struct PyTypeObject:
        object (*tp_alloc)(PyTypeObject *kind, Py_ssize_t count)

cdef extern from *:
    """
    /* From 3.14 on a tuple remembers its hash: -1 is not yet, which only its own new sets. */
    #if PY_VERSION_HEX >= 0x030E0000
    #define GF_FORGET_HASH(tuple) (((PyTupleObject *)(tuple))->ob_hash = -1)
    #else
    #define GF_FORGET_HASH(tuple) ((void)(tuple))
    #endif
    """
    void GF_FORGET_HASH(object made)


# A tuple of this kind, a NamedTuple, with the values of a plain one of as many.
cdef inline object gf_named(object kind, tuple values):
    cdef object made = (<PyTypeObject *>kind).tp_alloc(<PyTypeObject *>kind, len(values))
    cdef Py_ssize_t place = 0
    GF_FORGET_HASH(made)
    for value in values:
        Py_INCREF(value)
        PyTuple_SET_ITEM(made, place, value)
        place += 1
    return made
