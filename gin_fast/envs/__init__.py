"""Learning environments: `VectorEnv`, many rounds at once, and ``gin_fast/GinRummy-v0`` for
Gymnasium, registered when this is imported. They need the extra ``gin_fast[envs]``."""

from __future__ import annotations

try:
    from gymnasium import register, registry
except ImportError as error:
    raise ImportError('gin_fast.envs needs Gymnasium: pip install "gin_fast[envs]"') from error

from gin_fast.envs.gymnasium import GinRummyEnv
from gin_fast.envs.vector import VectorEnv

__all__ = ["ENV_ID", "GinRummyEnv", "VectorEnv"]

ENV_ID = "gin_fast/GinRummy-v0"
"""The id of the environment in Gymnasium's registry."""

if ENV_ID not in registry:
    register(
        ENV_ID,
        entry_point="gin_fast.envs.gymnasium:GinRummyEnv",
        vector_entry_point="gin_fast.envs.vector:VectorEnv",
        kwargs={"opponent": "simple", "observation": "planes"},
    )
