"""Results by whatever names them: the results themselves, their folders, or folders that hold some."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from idioprobe.core.errors import ConfigError, OldResultsError, ResultsError
from idioprobe.core.notices import left_out, old_form
from idioprobe.run.manifest import Manifest
from idioprobe.run.results import Result, load_result, result_folders

Results = Sequence[Result | str | Path] | Result | str | Path
"""What a user may give for results."""


def listed(given: Results) -> list[Result | str | Path]:
    """One or several as a list."""
    return [given] if isinstance(given, Result | str | Path) else list(given)


def results_of(given: Results) -> list[Result]:
    """The results, each once, read from their folders where only these are named."""
    found: list[Result] = []
    for one in listed(given):
        found += [one] if isinstance(one, Result) else find_results([Path(one)])
    return list({(r.manifest.dataset.name, r.manifest.digits): r for r in found}.values())


def find_results(paths: Sequence[Path]) -> list[Result]:
    """The results in some folders, or below them; each once.

    Among others, one that cannot be read is passed over with a notice; one that is named itself is an error.
    """
    folders: dict[Path, bool] = {}
    for path in paths:
        found = result_folders(path)
        if not found:
            raise ConfigError(f"{path} holds no results (no run.json in it or below).")
        folders |= {folder.resolve(): folder == path for folder in found}
    results: list[Result] = []
    broken: ResultsError | None = None
    for folder, named in folders.items():
        try:
            results.append(load_result(folder))
        except OldResultsError as error:
            if named or len(folders) == 1:
                raise
            old_form(f"Left out: {error}")
        except ResultsError as error:
            if named or len(folders) == 1:
                raise
            broken = error
            left_out(f"Left out: {error}")
    if not results and broken:
        raise ResultsError(f"{', '.join(map(str, paths))}: no result there can be read: {broken}")
    if not results:
        raise ConfigError(f"{', '.join(map(str, paths))}: all results there are of an older version; run them again.")
    return results


def labels_of(results: Sequence[Result]) -> list[str]:
    """The names that users gave, or short ones; where two results have the same, with what tells them apart.

    That is the family, then the options in which they differ, then the configuration's digits.
    """
    manifests = [result.manifest for result in results]
    labels = [one.label or one.model.name.rsplit("/", 1)[-1] for one in manifests]
    for more in (_with_family, _with_options, _with_digits):
        same = {label: [m for m, other in zip(manifests, labels, strict=True) if other == label] for label in labels}
        labels = [
            label if len(same[label]) == 1 else more(label, one, same[label])
            for label, one in zip(labels, manifests, strict=True)
        ]
    return labels


def _with_family(label: str, one: Manifest, same: Sequence[Manifest]) -> str:
    return f"{one.model.family}:{label}" if len({other.model.family for other in same}) > 1 else label


def _with_options(label: str, one: Manifest, same: Sequence[Manifest]) -> str:
    """With the values of the options in which results differ that have the same name."""
    settings = [_settings(other) for other in same]
    differ = [name for name in settings[0] if len({str(each.get(name)) for each in settings}) > 1]
    own = {name: value for name, value in _settings(one).items() if name in differ}
    told = {name: ",".join(map(str, value)) if isinstance(value, list) else value for name, value in own.items()}
    return " ".join([label, *(f"{name}={value}" for name, value in told.items())])


def _settings(one: Manifest) -> dict[str, Any]:
    return {**one.config.model_dump(), "views": one.views, "backend": one.model.more("backend", "torch")}


def _with_digits(label: str, one: Manifest, same: Sequence[Manifest]) -> str:
    del same
    return f"{label} {one.digits[:4]}"
