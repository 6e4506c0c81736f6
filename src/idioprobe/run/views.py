"""Which view of a result is shown, where it has several."""

from __future__ import annotations

from idioprobe.core.errors import ConfigError
from idioprobe.core.views import DEFAULT_VIEW, GENERATED, current
from idioprobe.run.results import Result


def views_of(result: Result) -> list[str]:
    """The views that a result was measured in, in its order."""
    return [str(view) for view in result.summary["view"].unique(maintain_order=True)]


def shown_view(result: Result, wanted: str | None = None, *, strict: bool = False) -> str:
    """The view asked for, else the default one, else what a model writes, else the last.

    A family without layers has the view asked for under the name of its pooling alone. With
    `strict`, a view that is not there is refused, and so is a choice among several of which none
    is the default: numbers that are compared must not differ in their view unnoticed.
    """
    views, name = views_of(result), result.manifest.model.name
    wanted = None if wanted is None else current(wanted)
    asked = next((view for view in (wanted, (wanted or "").partition("@")[0]) if view in views), None)
    if asked is not None:
        return asked
    if strict and wanted is not None:
        raise ConfigError(f"`view` {wanted}: {name} has {', '.join(views)}.")
    usual = next((view for view in (DEFAULT_VIEW, GENERATED) if view in views), None)
    if strict and len(views) > 1 and usual is None:
        raise ConfigError(f"{name} has the views {', '.join(views)}; choose one with `view`.")
    return usual or views[-1]
