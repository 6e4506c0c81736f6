"""Ray beside this machine alone: the same models by both engines, and on one shard after the other, in one run.

    python benchmarks/engines.py --language de

Each is the command itself with an empty store. On one machine Ray cannot win: the ratio says what it costs, which is
mostly starting a cluster and loading a model in each worker. Beside it is how far any similarity differs.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import polars as pl

from large import measured

MODELS = ("hf:all-MiniLM-L6-v2", "st:all-MiniLM-L6-v2")
SHARDS = 4


def similarities(folder: Path) -> dict[str, pl.DataFrame]:
    """Those of each model, by the name of its folder."""
    return {path.parent.name: pl.read_parquet(path) for path in folder.glob("*/*/similarities.parquet")}


def apart(one: pl.DataFrame, other: pl.DataFrame) -> float:
    """The largest difference of any."""
    if not one.drop("value").equals(other.drop("value")):
        raise SystemExit("The results are not about the same pairs.")
    return float((one["value"] - other["value"]).abs().max())


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--language", default="de")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    wanted = [*(part for model in MODELS for part in ("-m", model)), "-d", "starter", "--language", given.language]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)

        def called(*arguments: object) -> float:
            return measured(folder, *arguments).clock

        def run(name: str, *options: object) -> float:
            return called("run", *wanted, "--cache-dir", folder / name, "--out", folder / f"{name}-results", *options)

        local = run("local")
        on_ray = run("ray", "--engine", "ray", "--workers", given.workers)
        store = folder / "shards"
        sharded = [
            called(
                *("embed", "-m", model, "-d", "starter", "--language", given.language),
                *("--cache-dir", folder / "sharded", "--shard", f"{number}/{SHARDS}", "--store", store),
            )
            for model in MODELS
            for number in range(SHARDS)
        ]
        rest = run("sharded", "--store", store)
        expected = similarities(folder / "local-results")
        found = {name: similarities(folder / f"{name}-results") for name in ("ray", "sharded")}
        far = {name: max(apart(expected[one], own[one]) for one in expected) for name, own in found.items()}
    print(f"{len(MODELS)} models on the starter set ({given.language}), in seconds by the clock")
    print(f"this machine: {local:.1f}")
    print(f"Ray, {given.workers} workers: {on_ray:.1f}, {on_ray / local:.2f} times as long; off by {far['ray']:.0e}")
    print(
        f"{SHARDS} shards of each, one after the other: {sum(sharded):.1f}, then {rest:.1f} for `run`; "
        f"off by {far['sharded']:.0e}"
    )


if __name__ == "__main__":
    main()
