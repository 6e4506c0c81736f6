"""What a run is asked to do, checked, and the eight digits that name it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from idioprobe.core.errors import ConfigError
from idioprobe.core.notices import old_form
from idioprobe.core.options import Option, checked, declared, option
from idioprobe.core.views import DEFAULT_VIEW, UNITS, Unit, current, parse_view
from idioprobe.models.registry import families, family_options

if TYPE_CHECKING:
    from idioprobe.suites.thresholds import Thresholds

RESULT_FORMAT = 4
"""Raised when the same configuration would lead to other result files than before."""

CONDITION_ORDER = ("nat", "neut", "neut_long", "neut_plural")
WHAT, MODEL, OUTPUT, STATISTICS = "What to measure", "Which model", "Output", "Statistics"
"""The headings under which options are listed."""


def default_cache_dir() -> Path:
    """Where vectors are kept unless the user says otherwise."""
    import platformdirs

    return platformdirs.user_cache_path("idioprobe")


def _suites() -> Iterable[str]:
    from idioprobe.suites.catalogue import SUITES

    return SUITES


def _kinds() -> Iterable[str]:
    from idioprobe.suites.questions.kinds import KINDS

    return KINDS


def _metrics() -> Iterable[str]:
    from idioprobe.stats.similarity import METRICS

    return METRICS


@dataclass(frozen=True)
class RunConfig:
    """All options of a run; those of models are in `model_options`, by name."""

    languages: tuple[str, ...] | None = option(
        None,
        help="Languages, such as en,pt; default: all that the model knows.",
        metavar="CODES",
        flag="--language",
        heading=WHAT,
    )
    types: tuple[str, ...] | None = option(
        None,
        help="Types of expressions, such as noun-compound,verb-object; default: all.",
        metavar="NAMES",
        flag="--type",
        later=True,
        heading=WHAT,
    )
    conditions: tuple[str, ...] = option(
        ("nat", "neut", "neut_long"),
        help="Kinds of sentences: nat, neut, neut_long, neut_plural.",
        choices=CONDITION_ORDER,
        metavar="NAMES",
        flag="--condition",
        heading=WHAT,
    )
    suites: tuple[str, ...] = option(
        ("probes",),
        help="What to measure: probes, prediction, epsilon, questions.",
        choices=_suites,
        metavar="NAMES",
        flag="--suite",
        heading=WHAT,
    )
    units: tuple[Unit, ...] = option(
        UNITS, help="Vectors of what: target, sentence.", choices=UNITS, metavar="NAMES", flag="--unit", heading=WHAT
    )
    views: tuple[str, ...] | None = option(
        None,
        help="POOL@LAYERS, such as mean@last4,cls@-1,mean@all; default: the model's own, else mean@last4.",
        metavar="VIEWS",
        flag="--view",
        heading=WHAT,
    )
    special_tokens: bool = option(
        False,
        help="Count special tokens in sentence vectors.",
        flag="--special-tokens/--no-special-tokens",
        heading=WHAT,
    )
    metric: str = option(
        "cosine",
        help="cosine, euclidean, manhattan, dot or spearman.",
        choices=_metrics,
        metavar="NAME",
        heading=WHAT,
    )
    winner: str = option(
        "unit",
        help="Where the nearer word of sim_comp is chosen: in each unit, or in target.",
        choices=("unit", "target"),
        heading=WHAT,
    )
    random_by: str = option(
        "mean",
        help="An expression's random words: their mean, or the nearest of them.",
        choices=("mean", "max"),
        later=True,
        heading=WHAT,
    )
    component_forms: str = option(
        "listed",
        help="Words of pred_out_comp: as the dataset lists them, or as they are in the sentence.",
        choices=("listed", "sentence"),
        later=True,
        heading=WHAT,
    )
    rogue: int = option(3, help="How many dimensions count as rogue.", at_least=1, heading=WHAT)
    length: str = option(
        "tokens",
        help="Sentence length in tokens, or as the dataset has it (NCIMP).",
        choices=("tokens", "dataset"),
        heading=WHAT,
    )
    pairing: str = option(
        "ordered",
        help="Which synonyms epsilon pairs: all in every order, or each with one.",
        choices=("ordered", "one"),
        heading=WHAT,
    )
    samples: int = option(
        1,
        help="How often each question is asked; with a temperature above 0 answers vary.",
        at_least=1,
        later=True,
        heading=WHAT,
    )
    orders: str = option(
        "balanced",
        help="Orders of a question's options: each option in each place once, or all.",
        choices=("balanced", "all"),
        later=True,
        heading=WHAT,
    )
    kinds: tuple[str, ...] | None = option(
        None,
        help="Kinds of questions: idiom, free, pair, choice, rating, paraphrase; default: all.",
        choices=_kinds,
        metavar="NAMES",
        flag="--kind",
        later=True,
        heading=WHAT,
    )
    questions: Path | None = option(  # noqa: RUF009
        None,
        help="Questions of your own, in place of those that come with it (TOML).",
        metavar="FILE",
        decides=False,
        heading=WHAT,
    )
    paraphrases_by: str | None = option(
        None,
        help="A model of sentences, such as st:all-MiniLM-L6-v2, that compares paraphrases with people's.",
        metavar="MODEL",
        later=True,
        heading=WHAT,
    )
    controls: bool = option(
        True,
        help="Measure ordinary words too, as a control: the idiom gap (en, pt).",
        flag="--controls/--no-controls",
        decides=False,
        heading=WHAT,
    )
    floor: bool = option(
        True,
        help="Compare with the model's own tokens, added up: what the verdict rests on.",
        flag="--floor/--no-floor",
        later=True,
        heading=WHAT,
    )
    limit: int | None = option(None, help="At most this many expressions of each language.", at_least=1, heading=WHAT)
    seed: int = option(0, help="Seed of the bootstrap.", at_least=0, heading=STATISTICS)
    resamples: int = option(2000, help="Resamples of the bootstrap.", at_least=100, heading=STATISTICS)
    thresholds: Thresholds = option(  # noqa: RUF009
        None,
        help="When predictions hold: rho_zero=0.2, level_one=0.9 or level_zero=0.1; repeatable.",
        metavar="NAME=NUMBER",
        flag="--threshold",
        heading=STATISTICS,
    )
    name: str | None = option(
        None,
        help="A name for the result in tables, figures and pages.",
        metavar="NAME",
        decides=False,
        heading=OUTPUT,
    )
    batch_tokens: int | None = option(
        None,
        help="Tokens in a batch, padding included; default: what suits the device.",
        at_least=1,
        decides=False,
        heading=MODEL,
    )
    cache_dir: Path = option(  # noqa: RUF009
        None,
        help="Where vectors are kept; default: your cache folder.",
        metavar="FOLDER",
        decides=False,
        heading=OUTPUT,
    )
    store: str | None = option(
        None,
        help="A folder that several machines share, or a URL such as s3://…, for vectors, in place of --cache-dir.",
        metavar="PATH-or-URL",
        decides=False,
        heading=OUTPUT,
    )
    model_options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check every option, and write what means the same in the same way."""
        given = {f.name: getattr(self, f.name) for f in fields(self)}
        given["cache_dir"] = given["cache_dir"] or default_cache_dir()
        if given["length"] == "published":
            old_form("`length` published is called `length` dataset now.")
            given["length"] = "dataset"
        values = checked(RunConfig, given)
        if values["views"] is not None:
            values["views"] = tuple(dict.fromkeys(map(current, values["views"])))
        for view in values["views"] or ():
            parse_view(view)
        for name, order in (("conditions", CONDITION_ORDER), ("units", UNITS), ("suites", tuple(_suites()))):
            values[name] = tuple(sorted(values[name], key=order.index))
        values["kinds"] = None if values["kinds"] is None else tuple(sorted(values["kinds"]))
        values["types"] = None if values["types"] is None else tuple(sorted(values["types"]))
        values["thresholds"] = _thresholds(values["thresholds"])
        known = family_options()
        values["model_options"] = {name: known[name].check(value) for name, value in self.model_options.items()}
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def written_views(self) -> tuple[str, ...]:
        """The views asked for, or the usual one."""
        return self.views or (DEFAULT_VIEW,)

    @property
    def device(self) -> str:
        """Where models are to run, for the manifest."""
        return str(self.model_options.get("device", family_options()["device"].default))

    def for_family(self, prefix: str) -> RunConfig:
        """The configuration of a run of one model: of the models' options all that its family has, and no other."""
        known = families().get(prefix)
        return replace(self, model_options=checked(known.options, self.model_options) if known else {})

    def deciding(self) -> dict[str, Any]:
        """The options that decide the numbers.

        An API's address and the content of a file to inject do so as a part of the model's identity.
        """
        own = {name: getattr(self, name) for name, one in declared(RunConfig).items() if one.decides}
        own["views"] = self.written_views
        known = family_options()
        return {name: _plain(v) for name, v in own.items()} | {
            name: _plain(value) for name, value in self.model_options.items() if known[name].decides
        }

    def canonical(self) -> dict[str, Any]:
        """The deciding options, the same for the same numbers in whatever order views were written."""
        views = (parse_view(view) for view in self.written_views)
        known = run_options()
        told = {n: v for n, v in self.deciding().items() if not (known[n].later and v == _plain(known[n].default))}
        return {**told, "views": sorted({(pool, layers or "last4", how) for pool, layers, how in views})}


def run_options() -> dict[str, Option]:
    """All options of a run by name, those of models too."""
    own = declared(RunConfig)
    return {**own, **{name: one for name, one in family_options().items() if name not in own}}


def make_config(options: Mapping[str, Any]) -> RunConfig:
    """A checked configuration from flat options, those of models among them; a mistake becomes one line."""
    own, known = declared(RunConfig), run_options()
    for name in options:
        if name not in known:
            raise ConfigError(f"`{name}`: there is no such option; one of {', '.join(known)}.")
    mine = {name: value for name, value in options.items() if name in own}
    return RunConfig(**mine, model_options={name: v for name, v in options.items() if name not in own})


def config_digits(decides: dict[str, Any]) -> str:
    """Eight hexadecimal digits that differ whenever anything that decides the numbers differs."""
    canonical = json.dumps({"format": RESULT_FORMAT, **decides}, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()[:8]


def _thresholds(given: Any) -> Thresholds:
    from idioprobe.suites.thresholds import Thresholds

    if isinstance(given, Thresholds):
        return given
    known = [f.name for f in fields(Thresholds)]
    for name, value in (given or {}).items():
        if name not in known:
            raise ConfigError(f"`thresholds` {name}: one of {', '.join(known)}.")
        if not isinstance(value, int | float) or not value >= 0:
            raise ConfigError(f"`thresholds` {name}={value}: a number of 0 or more.")
    return Thresholds(**(given or {}))


def _plain(value: Any) -> Any:
    """As JSON has it."""
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return list(value) if isinstance(value, tuple) else str(value) if isinstance(value, Path) else value
