__all__ = ["ADDRESSES", "DECLARATIONS", "OF_MIN_DEADWOOD"]

ADDRESSES: dict[str, int]
DECLARATIONS: dict[str, str]
OF_MIN_DEADWOOD: dict[str, int]
