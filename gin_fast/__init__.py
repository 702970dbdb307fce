"""gin_fast: an exact and fast Gin Rummy core."""

from gin_fast._version import __version__

__all__ = ["__version__"]
