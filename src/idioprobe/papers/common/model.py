"""A row of a paper's table of models."""

from __future__ import annotations

from dataclasses import dataclass

from idioprobe.run.config import run_options

EXPRESSIONS_FILE = ("inject", "expressions.safetensors")
MANY = "many"
"""Among the languages of a model that has many."""
BERTRAM = "BERTRAM"
NEEDS_BERTRAM = (
    "expressions.safetensors, a vector per expression made elsewhere with BERTRAM, `method` BERTRAM in its metadata "
    "(idioprobe has no such method: inject learn is another, and its vectors are not this row)"
)
"""Of models that read expressions as single tokens."""


@dataclass(frozen=True)
class PaperModel:
    """A row of a paper's table: its name there, what runs it, and what is known about it.

    `spec` is what `-m` takes; `options` are the paper's, by the names that a run's configuration
    has for them; `needs` says what a user has to get first where it is a file; `unstated` says what
    the paper leaves open about its weights, where `spec` is one choice of several. `method` is how the
    vectors were made of a model that reads expressions as single tokens.
    """

    paper: str
    name: str
    spec: str
    languages: tuple[str, ...]
    dimension: int
    licence: str
    options: tuple[tuple[str, str], ...] = ()
    needs: str = ""
    unstated: str = ""
    method: str = ""

    @property
    def family(self) -> str:
        """The word before the colon."""
        return self.spec.partition(":")[0]

    @property
    def inject(self) -> str | None:
        """The file of single-token expressions that it reads, where it does."""
        return dict(self.options).get("inject")

    @property
    def arguments(self) -> str:
        """What names it on the command line, with the options of its own."""
        known = run_options()
        return " ".join(["-m", self.spec, *(f"{known[name].flag} {value}" for name, value in self.options)])

    @property
    def as_paper(self) -> str:
        """What runs it on the command line as the paper did."""
        return f"--as {self.paper} {self.arguments}"

    @property
    def call(self) -> str:
        """The command that runs it as the paper did."""
        return f"idioprobe run {self.as_paper}"
