"""A torch model that openvino computes. The only place that imports openvino."""

from __future__ import annotations

import inspect
import sys
import textwrap
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

import torch
from torch import Tensor
from transformers.modeling_outputs import BaseModelOutput

from idioprobe.models.common.backends.choice import APPROXIMATE, EXACT, NotInBackendError

Batch = dict[str, Tensor]
TOLERANCE = {EXACT: 1e-5, APPROXIMATE: 0.05}
"""How far a cosine of two token vectors may be from what torch gives; their lengths ten times as far."""
_HINTS = {EXACT: ("f32", "ACCURACY"), APPROXIMATE: ("bf16", "PERFORMANCE")}
"""Said in each case: left to itself, openvino computes in bfloat16 where a processor has it."""
_TELEMETRY = "openvino_telemetry"
_TYPES = "token_type_ids"
_IGNORED = ("output_hidden_states", "return_dict", "use_cache")
_LONGEST = 150
_SAID = 120
_TEXTS = (
    "a",
    "one two three four",
    "The committee had kicked the can down the road for years, until nobody knew who had kicked it first.",
    "They let the cat out of the bag, spilled the beans, and the whole office heard it through the grapevine. " * 8,
)


class Converted(torch.nn.Module):
    """Called as the torch model that it was made of; several threads may call it at once.

    It takes what a text is made of and nothing else: what it does not know is refused, not passed over.
    """

    def __init__(self, config: Any, compiled: Any, *, hidden: bool) -> None:
        super().__init__()
        self.config, self._compiled, self._hidden = config, compiled, hidden
        self._inputs = [port.get_any_name() for port in compiled.inputs]
        self._thread = threading.local()

    @property
    def device(self) -> torch.device:
        """The processor."""
        return torch.device("cpu")

    @property
    def precision(self) -> str:
        """In what openvino says that it computes, as in f32."""
        return str(self._compiled.get_property("INFERENCE_PRECISION_HINT").to_string())

    def forward(
        self,
        input_ids: Tensor,
        attention_mask: Tensor | None = None,
        token_type_ids: Tensor | None = None,
        **more: Any,
    ) -> BaseModelOutput:
        """The hidden states, or the last of them, in tensors of their own."""
        strange = [name for name, value in more.items() if name not in _IGNORED and value is not None]
        if strange:
            raise TypeError(f"openvino was not told of {', '.join(strange)}")
        given = {
            "input_ids": input_ids,
            "attention_mask": torch.ones_like(input_ids) if attention_mask is None else attention_mask,
            _TYPES: torch.zeros_like(input_ids) if token_type_ids is None else token_type_ids,
        }
        request = self._request()
        request.infer({name: given[name].contiguous().numpy() for name in self._inputs}, share_inputs=True)
        count = len(self._compiled.outputs)
        states = tuple(torch.from_numpy(request.get_output_tensor(i).data.copy()) for i in range(count))
        return BaseModelOutput(last_hidden_state=states[-1], hidden_states=states if self._hidden else None)

    def _request(self) -> Any:
        if not hasattr(self._thread, "request"):
            self._thread.request = self._compiled.create_infer_request()
        return self._thread.request


def converted(
    body: Any, tokenizer: Any, device: torch.device, *, hidden: bool, at_once: int, longest: int | None, dtype: str
) -> Converted:
    """The model as openvino computes it: all its hidden states, or the last one, if they are those of torch.

    `at_once` is how many threads call it, each with a batch of its own; `longest` how many tokens it takes.
    """
    if device.type != "cpu":
        raise NotInBackendError(f"openvino computes on the processor, and the model is on {device.type}")
    batches = _batches(body, tokenizer, longest)
    try:
        compiled = _compiled(body, batches[0], hidden=hidden, at_once=at_once, dtype=dtype)
        made = Converted(body.config, compiled, hidden=hidden)
        worst = max(_difference(body, made, batch, hidden=hidden) for batch in batches)
    except NotInBackendError:
        raise
    except Exception as error:  # of torch's tracing, of openvino, or of a model's own code
        said = textwrap.shorten(str(error), _SAID, placeholder=" …")
        raise NotInBackendError(f"it cannot be converted ({type(error).__name__}: {said})") from error
    if not worst <= TOLERANCE[dtype]:
        raise NotInBackendError(f"cosines differ by {worst:.0e} from those of torch, more than {TOLERANCE[dtype]:.0e}")
    return made


def openvino() -> ModuleType:
    """The package, without its telemetry, which would report every import and conversion."""
    if "openvino" not in sys.modules:
        with _absent(_TELEMETRY):
            import_module("openvino")
    return sys.modules["openvino"]


@cache
def _core() -> Any:
    """One for the life of the process.

    Each brings a stack for signals of its own; a process that lets go of two in the order of their making is left
    without any, and dies of the next Ctrl-C.
    """
    return openvino().Core()


@contextmanager
def _absent(name: str) -> Iterator[None]:
    """Nobody can import a module; who can do without does."""
    before = sys.modules.get(name)
    sys.modules[name] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        if before is None:
            del sys.modules[name]
        else:
            sys.modules[name] = before


class _Traced(torch.nn.Module):
    """A model with tensors for arguments and results."""

    def __init__(self, body: Any, *, hidden: bool) -> None:
        super().__init__()
        self.body, self._hidden = body, hidden

    def forward(
        self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor | None = None
    ) -> tuple[Tensor, ...]:
        batch = {"input_ids": input_ids, "attention_mask": attention_mask}
        batch |= {} if token_type_ids is None else {_TYPES: token_type_ids}
        return tuple(_states(self.body, batch, hidden=self._hidden))


def _compiled(body: Any, example: Batch, *, hidden: bool, at_once: int, dtype: str) -> Any:
    """The model for any number of texts of any length, on as many threads as torch has."""
    package, core = openvino(), _core()
    if dtype == APPROXIMATE and "BF16" not in core.get_property("CPU", "OPTIMIZATION_CAPABILITIES"):
        raise NotInBackendError(f"this processor has no {APPROXIMATE}")
    with warnings.catch_warnings(), torch.no_grad(), _plain_attention(body):
        warnings.simplefilter("ignore")
        model = package.convert_model(_Traced(body, hidden=hidden).eval(), example_input=example)
    precision, mode = _HINTS[dtype]
    settings = {
        "INFERENCE_PRECISION_HINT": precision,
        "EXECUTION_MODE_HINT": mode,
        "INFERENCE_NUM_THREADS": torch.get_num_threads(),
        "NUM_STREAMS": at_once,
    }
    return core.compile_model(model, "CPU", settings)


@contextmanager
def _plain_attention(body: Any) -> Iterator[None]:
    """Attention written out, as fast in openvino as any other.

    A token that may attend to nothing, as padding beyond a window, is finite in it: elsewhere it is not a number,
    and makes all others none.
    """
    before = getattr(body.config, "_attn_implementation", None)
    if before is None or not hasattr(body, "set_attn_implementation"):
        yield
        return
    body.set_attn_implementation("eager")
    try:
        yield
    finally:
        body.set_attn_implementation(before)


def _batches(body: Any, tokenizer: Any, longest: int | None) -> list[Batch]:
    """Texts of different lengths: two of them as an example, all of them together, and the longest and shortest alone.

    The example is padded: of one that is not, torch's trace would leave the mask out.
    """
    types = _TYPES in tokenizer.model_input_names and _TYPES in inspect.signature(body.forward).parameters
    made = tokenizer(list(_TEXTS), truncation=False, padding=False, return_token_type_ids=types, verbose=False)
    most = min(_LONGEST, longest or _LONGEST)
    names = ("input_ids", *((_TYPES,) if types else ()))
    rows = [{name: made[name][i][:most] for name in names} for i in range(len(_TEXTS))]
    pad = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else 0
    return [_padded(part, names, pad) for part in (rows[1:3], rows, rows[-1:], rows[:1])]


def _padded(rows: Sequence[dict[str, list[int]]], names: Sequence[str], pad: int) -> Batch:
    width = max(len(row["input_ids"]) for row in rows)
    lengths = [len(row["input_ids"]) for row in rows]
    batch = {"attention_mask": torch.tensor([[1] * n + [0] * (width - n) for n in lengths])}
    for name in names:
        fill = pad if name == "input_ids" else 0
        batch[name] = torch.tensor([row[name] + [fill] * (width - len(row[name])) for row in rows])
    return batch


def _states(model: Any, batch: Batch, *, hidden: bool) -> Sequence[Tensor]:
    if not hidden:
        return [model(**batch, return_dict=True).last_hidden_state]
    return model(**batch, output_hidden_states=True, return_dict=True).hidden_states  # type: ignore[no-any-return]


def _difference(body: Any, made: Converted, batch: Batch, *, hidden: bool) -> float:
    """How far cosines are from those of torch at most, over all tokens of a batch in all hidden states."""
    real = batch["attention_mask"].bool()
    with torch.no_grad():
        pairs = zip(_states(body, batch, hidden=hidden), _states(made, batch, hidden=hidden), strict=True)
        return max(_apart(a[real].double(), b[real].double()) for a, b in pairs)


def _apart(expected: Tensor, found: Tensor) -> float:
    """The largest difference of a cosine, or a tenth of that of a length; infinite where a number is none.

    >>> _apart(torch.eye(2), torch.eye(2))
    0.0
    """
    lengths, others = expected.norm(dim=-1, keepdim=True), found.norm(dim=-1, keepdim=True)
    a, b = expected / lengths.clamp_min(1e-12), found / others.clamp_min(1e-12)
    cosines = (a @ a.T - b @ b.T).abs().max()
    stretched = ((others - lengths).abs() / lengths.clamp_min(1e-12)).max()
    worst = max(float(cosines), float(stretched) / 10)
    return worst if torch.isfinite(found).all() and worst == worst else float("inf")
