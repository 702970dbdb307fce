__all__ = ["OF_MIN_DEADWOOD"]

OF_MIN_DEADWOOD: dict[str, int]
