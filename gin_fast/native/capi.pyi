__all__ = ["ADDRESS", "TABLE"]

ADDRESS: int
TABLE: object
