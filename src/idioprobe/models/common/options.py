"""Options that several families share; a family's options class inherits those it has a use for."""

from __future__ import annotations

from dataclasses import dataclass

from idioprobe.core.options import option

DTYPES = ("float32", "float16", "bfloat16")
TORCH, OPENVINO = "torch", "openvino"
BACKENDS = (TORCH, OPENVINO)
OWN_CODE = "trust_remote_code"
"""In the fingerprint of a model whose own code runs: it is another than without that code."""


@dataclass(frozen=True)
class OnDevice:
    """A model that runs on this machine."""

    device: str = option(
        "auto", help="Where the model runs: auto, cpu, cuda, mps.", metavar="NAME", decides=False, shared=True
    )


@dataclass(frozen=True)
class InPrecision(OnDevice):
    """One whose numbers can be more or less exact."""

    dtype: str = option("float32", help="Precision of its numbers; only float32 is exact.", choices=DTYPES, shared=True)


@dataclass(frozen=True)
class OnBackend:
    """One that another program than torch may compute: which one did is a part of the model's identity."""

    backend: str = option(
        TORCH,
        help="What computes an encoder; idioprobe backends says which is fastest.",
        choices=BACKENDS,
        decides=False,
    )


@dataclass(frozen=True)
class FromHub:
    """One whose files may come from the Hugging Face hub."""

    revision: str | None = option(None, help="Branch, tag or commit on the Hugging Face hub.", metavar="NAME")
    trust_remote_code: bool = option(False, help="Let a model run its own code. Only if you trust it.")
    allow_pickle: bool = option(
        False, help="Read weights that exist only as a pickle. Only if you trust them.", decides=False
    )


@dataclass(frozen=True)
class FromGguf:
    """One that may be a GGUF file."""

    gguf: str | None = option(None, help="The GGUF file to read in the model's folder.", metavar="FILE")


@dataclass(frozen=True)
class OnServer:
    """One behind a server that speaks as OpenAI's does."""

    base_url: str | None = option(
        None, help="A server that is not OpenAI's, as in http://localhost:8000/v1.", metavar="URL", decides=False
    )
    timeout: float = option(
        60.0,
        help="How long to wait for an answer.",
        metavar="SECONDS",
        decides=False,
        shared=True,
        above=0,
        below=86400,
    )


@dataclass(frozen=True)
class WithPrompt:
    """One that is told what to do with a text."""

    prompt: str | None = option(None, help="Put before every text.")
    prompt_name: str | None = option(None, help="A prompt of the model's own, or wold-2025.", metavar="NAME")
