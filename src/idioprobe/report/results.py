"""Results by whatever names them: the results themselves, their folders, or folders that hold some."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from idioprobe.core.errors import ConfigError, OldResultsError, ResultsError
from idioprobe.core.notices import left_out, old_form
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
    """Short names; with the family, then with the configuration's digits, where two results have the same."""
    models = [result.manifest.model for result in results]
    labels = [model.name.rsplit("/", 1)[-1] for model in models]
    for more in ("{family}:{label}", "{label} {digits}"):
        labels = [
            label
            if labels.count(label) == 1
            else more.format(label=label, family=model.family, digits=result.manifest.digits[:4])
            for label, model, result in zip(labels, models, results, strict=True)
        ]
    return labels
