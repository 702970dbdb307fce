"""The input and output of gin_fast.bulk: every check and conversion of arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gin_fast.cards.deck import DECK
from gin_fast.cards.hands import as_mask
from gin_fast.values.checks import as_int, shown_int

if TYPE_CHECKING:
    import numpy.typing as npt  # it takes long to import

    Array = npt.NDArray[Any]
    Masks = npt.NDArray[np.uint64]
else:
    Array = Masks = np.ndarray
Shape = tuple[int, ...]

_MASK = np.dtype(np.uint64)
_DECK = np.uint64(DECK)
_ANY_DEADWOOD = 255
"""A limit that every hand meets: larger ones are cut down to it."""


AT_A_TIME = 1 << 16
"""The rows that NumPy is given at once: it goes on to the end, whatever signals come."""


def blocks(rows: int) -> Iterator[slice]:
    """The rows in blocks, between which Python sees to its signals; at least one.

    >>> [*blocks(70_000)]
    [slice(0, 65536, None), slice(65536, 70000, None)]
    """
    for start in range(0, max(rows, 1), AT_A_TIME):
        yield slice(start, min(start + AT_A_TIME, rows))


def as_masks(value: Any, name: str = "hands") -> Masks:
    """`value` as an aligned C-contiguous array of masks. Raises an error that names a bad item."""
    if type(value) is int:
        return np.array(as_mask(value, name), _MASK)
    array = value
    if type(value) is not np.ndarray or value.dtype is not _MASK:
        array = _as_integers(value, name, as_mask)
    flags = array.flags
    masks: Masks = array
    if array.dtype is not _MASK or not (flags.c_contiguous and flags.aligned):
        # This sets the highest bits of negative values, so one test finds all bad ones.
        masks = np.require(array, _MASK, ["C", "A"])
    if np.bitwise_or.reduce(masks, axis=None) > _DECK:
        index = np.unravel_index(np.argmax(masks > _DECK), masks.shape)
        as_mask(int(array[index]), located(name, index))
    return masks


def as_limits(value: Any, name: str = "limit") -> npt.NDArray[np.int32]:
    """`value` as an aligned C-contiguous array of knock limits, each cut down to 255."""
    if type(value) is int:
        return np.array(_as_limit(value, name), np.int32)
    array = _as_integers(value, name, _as_limit)
    if array.size and array.min() < 0:
        index = np.unravel_index(np.argmax(array < 0), array.shape)
        _as_limit(int(array[index]), located(name, index))
    wide = array.astype(np.int64 if array.dtype.kind == "i" else np.uint64)
    return np.minimum(wide, _ANY_DEADWOOD).astype(np.int32, order="C")


def _as_limit(value: Any, name: str) -> int:
    return min(as_int(value, name, 0), _ANY_DEADWOOD)


def as_ids(value: Any, name: str, none: int) -> npt.NDArray[np.uint8]:
    """`value` as an array of card ids, with `none` where there is no card."""

    def checked(item: Any, name: str) -> int:
        number = as_int(item, name, 0)
        if number > 51 and number != none:
            given = shown_int(number)
            raise ValueError(f"{name} must be from 0 to 51, or {none} for no card, not {given}")
        return number

    array = _as_integers(value, name, checked)
    flat = array.reshape(-1)
    for some in blocks(flat.size):
        part = flat[some]
        bad = (part < 0) | (part > 51) & (part != none)
        if bad.any():
            index = np.unravel_index(some.start + np.argmax(bad), array.shape)
            checked(int(array[index]), located(name, index))
    return array.astype(np.uint8)


def as_objects(value: Any, name: str) -> Array:
    """`value` as an array of Python objects."""
    _refuse_masked(value, name)
    return np.asarray(value, dtype=object)


def from_items(array: Array, name: str, as_item: Callable[[Any, str], int]) -> Masks:
    """Every item of an array as `as_item` converts it, which gets the item's name for errors."""
    numbers = np.empty(array.size, np.uint64)
    for place, item in enumerate(array.ravel().tolist()):
        try:
            numbers[place] = as_item(item, name)
        except (TypeError, ValueError):
            as_item(item, located(name, np.unravel_index(place, array.shape)))
            raise
    return numbers.reshape(array.shape)


def _as_integers(value: Any, name: str, as_item: Callable[[Any, str], int]) -> Array:
    """`value` as an array of some integer dtype.

    Where NumPy finds no integer dtype for it, its items go through `as_item` one by one.
    """
    _refuse_masked(value, name)
    try:
        array = np.asarray(value)
    except ValueError:  # lists of different lengths: an item that is a list will be named
        array = as_objects(value, name)
    # A single value is refused in the words of the scalar functions. NumPy turns lists of ints and
    # bools into ints, and lists of large and negative ints into floats.
    if isinstance(value, list | tuple):
        is_understood = array.dtype.kind in "iu" and not _holds_bool(value)
    else:
        is_understood = array.ndim > 0 or isinstance(value, np.ndarray | np.generic)
    if not is_understood:
        array = as_objects(value, name)
    if array.dtype == object:
        return from_items(array, name, as_item)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must hold integers, not {array.dtype}")
    return array


def _holds_bool(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(map(_holds_bool, value))
    return isinstance(value, bool | np.bool_) or getattr(value, "dtype", None) == np.bool_


def _refuse_masked(value: Any, name: str) -> None:
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{name} must not be a masked array: masked items have no answer")


def located(name: str, index: Sequence[Any]) -> str:
    """How an error names one item of an array: ``hands[3]``, ``melds[0, 2]``."""
    return f"{name}[{', '.join(str(int(place)) for place in index)}]" if len(index) else name


def common_shape(**shapes: Shape) -> Shape:
    """The shape that all of some named shapes broadcast to."""
    first, *others = shapes.values()
    if all(shape == () or shape == first for shape in others):
        return first
    try:
        return np.broadcast_shapes(first, *others)
    except ValueError:
        listed = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise ValueError(f"shapes do not broadcast together: {listed}") from None


def as_rows(array: Array, shape: Shape, row: Shape = ()) -> Array:
    """An array, broadcast to a shape of rows (each of the shape `row`), as a flat array of rows."""
    if array.shape != shape + row:
        array = np.ascontiguousarray(np.broadcast_to(array, shape + row))
    return array if len(shape) == 1 else array.reshape(-1, *row)


def as_rows_or_one(array: Array, shape: Shape) -> Array:
    """The same, but one item that holds for all rows stays one."""
    return array.reshape(1) if array.size == 1 else as_rows(array, shape)


class Outputs:
    """The arrays that a function returns, given by the caller or new ones.

    The loops of the engines need flat contiguous arrays that share no memory with an argument.
    `flat` holds them: views of `arrays` where possible, else new ones, which `deliver` copies.
    """

    __slots__ = ("_is_new", "arrays", "flat")

    def __init__(
        self, out: Any, shape: Shape, dtypes: Sequence[np.dtype[Any]], inputs: Sequence[Array]
    ) -> None:
        self._is_new = out is None
        if out is None:
            self.arrays = [np.empty(shape, dtype) for dtype in dtypes]
        else:
            self.arrays = _given(out, shape, dtypes)
        self.flat = [self._flat(array, inputs) for array in self.arrays]

    def _flat(self, array: Array, inputs: Sequence[Array]) -> Array:
        if not self._is_new:
            flags = array.flags
            if not (flags.c_contiguous and flags.aligned):
                return np.empty(array.size, array.dtype)
            for taken in inputs:
                if np.may_share_memory(array, taken):
                    return np.empty(array.size, array.dtype)
        return array if array.ndim == 1 else np.asarray(array).reshape(-1)

    def fill(self, loop: Callable[..., int], *inputs: Any) -> Any:
        """All results, as `deliver` gives them, after `loop` has answered every row.

        It is called with the inputs, the flat arrays and the row it is to begin with, answers some
        rows and returns the one that comes next. In between Python sees to its signals.
        """
        row, rows = 0, self.flat[0].size
        try:
            while row < rows:
                row = loop(*inputs, *self.flat, row)
        except BaseException as error:
            if not self._is_new:
                is_filled = all(map(np.may_share_memory, self.arrays, self.flat))
                note = f"out has the answers of the first {row if is_filled else 0} of {rows} items"
                # What add_note does, which Python 3.10 has not.
                vars(error).setdefault("__notes__", []).append(note)
            raise
        return self.deliver()

    def deliver(self) -> Any:
        """All results: one, or a tuple."""
        for array, flat in zip(self.arrays, self.flat, strict=True):
            if flat is not array and not np.may_share_memory(flat, array):
                array[...] = flat.reshape(array.shape)
        results = self.arrays
        if self._is_new and results[0].ndim == 0:
            results = [array[()] for array in results]
        return results[0] if len(results) == 1 else tuple(results)


def _given(out: Any, shape: Shape, dtypes: Sequence[np.dtype[Any]]) -> list[Array]:
    """The caller's output arrays, checked."""
    if len(dtypes) == 1:
        arrays = [out]
    elif isinstance(out, tuple) and len(out) == len(dtypes):
        arrays = list(out)
    else:
        raise TypeError(f"out must be a tuple of {len(dtypes)} arrays, not {type(out).__name__}")
    for array, dtype in zip(arrays, dtypes, strict=True):
        if type(array) is not np.ndarray and (
            not isinstance(array, np.ndarray) or isinstance(array, np.ma.MaskedArray)
        ):
            raise TypeError(f"out must be an array of {dtype}, not {type(array).__name__}")
        if array.dtype != dtype:
            raise TypeError(f"out must be an array of {dtype}, not of {array.dtype}")
        if array.shape != shape:
            raise ValueError(f"out must have the shape {shape}, not {array.shape}")
        if not array.flags.writeable:
            raise ValueError("out is read-only")
    if len(arrays) > 1 and np.shares_memory(*arrays):
        raise ValueError("the arrays of out overlap each other")
    return arrays
