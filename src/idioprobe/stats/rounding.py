"""How many decimals are kept, so that equal vectors are equally similar whatever the last bit says."""

from __future__ import annotations

DECIMALS = 10
