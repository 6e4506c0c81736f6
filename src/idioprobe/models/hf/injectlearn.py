"""Learning one input vector per expression from sentences, in a frozen model.

The vector is searched with which the model, reading the expression as one token, represents the
sentence as it does when it reads the expression's own tokens: a one-token approximation.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from idioprobe.core.errors import ConfigError, DatasetError, ModelError
from idioprobe.models.common.device import first_line
from idioprobe.models.common.spans import tokens_in_span
from idioprobe.models.hf.contexts import Context
from idioprobe.models.hf.encoder import HuggingFaceEncoder
from idioprobe.models.hf.inject import LEARNED, Found, Injected, form_key, merge
from idioprobe.models.hf.transformer import SAME, Transformer, alike, load_transformer

TEXTS_AT_ONCE = 16


@dataclass(frozen=True)
class LearnOptions:
    """How long and how fast to learn; the rate is in units of the embedding matrix's own spread."""

    steps: int = 100
    rate: float = 0.1
    seed: int = 0
    held_out: float = 0.25

    def __post_init__(self) -> None:
        """Refuse what cannot be learned with."""
        if self.steps < 1:
            raise ConfigError(f"`steps` {self.steps}: at least 1.")
        if not self.rate > 0 or not np.isfinite(self.rate):
            raise ConfigError(f"`rate` {self.rate}: a number above 0, such as 0.1.")
        if not 0 <= self.held_out < 1:
            raise ConfigError(f"`held_out` {self.held_out}: a share from 0 (nothing) to below 1.")


@dataclass(frozen=True)
class Outcome:
    """What was learned of one expression: the distance to its contexts with the random start and at the end.

    On the contexts held out if there are any, else on those learned from.
    """

    expression: str
    forms: tuple[str, ...]
    learned_from: int
    held_out: int
    before: float
    after: float


@dataclass(frozen=True)
class _Example:
    """A context as the model sees it with one token, and the states that it has with the expression's own tokens."""

    ids: list[int]
    position: int
    words: torch.Tensor
    target: torch.Tensor


def learn(
    encoder: HuggingFaceEncoder,
    contexts: Sequence[Context],
    options: LearnOptions | None = None,
    progress: Callable[[Outcome, int, int], None] = lambda *_: None,
) -> tuple[Injected, list[Outcome]]:
    """One vector per expression, each learned alone: the others in the file do not change it.

    `progress` is told each outcome, how many are done, and of how many.
    """
    options = options or LearnOptions()
    groups = _by_expression(contexts, options)
    loaded = load_transformer(
        encoder.folder,
        encoder.identity.name,
        "float32",
        encoder.device,
        gguf=encoder.gguf,
        trust_remote_code=encoder.trust_remote_code,
    )
    loaded.model.requires_grad_(requires_grad=False)
    scale = _scale(loaded)
    outcomes: list[Outcome] = []
    vectors: list[NDArray[np.float32]] = []
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # a few sentences at a time: threads would wait for each other more than they work
    try:
        for number, (expression, own) in enumerate(groups.items(), 1):
            vector, outcome = _learn_one(loaded, expression, own, options, scale)
            vectors.append(vector)
            outcomes.append(outcome)
            progress(outcome, number, len(groups))
    finally:
        torch.set_num_threads(threads)
    details = encoder.identity.details
    notes = {"method": LEARNED, "learned": json.dumps(asdict(options))}
    forms = tuple(outcome.forms for outcome in outcomes)
    return Injected(np.stack(vectors), forms, encoder.identity.name, details["weights_sha256"], notes), outcomes


def _scale(loaded: Transformer) -> float:
    """What the model multiplies a row of its embedding matrix with when it looks it up: 1 in most.

    Refuses a model that does something else with vectors that are given than with those it looks up.
    """
    ids = torch.tensor([loaded.tokenize(["one two three four"])[0].ids], device=loaded.device)
    try:
        table = loaded.model.get_input_embeddings()
        with torch.no_grad():
            rows, given = table.weight[ids].float(), table(ids)
            expected = loaded.model(input_ids=ids, output_hidden_states=True).hidden_states[-1]
            states = loaded.model(inputs_embeds=given, output_hidden_states=True).hidden_states[-1]
    except (RuntimeError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(
            f"{loaded.name} takes no input vectors, so none can be learned: {first_line(error)}"
        ) from error
    scale = float(given.float().norm() / rows.norm())
    if not torch.allclose(scale * rows, given.float(), rtol=SAME, atol=SAME) or not alike(states, expected):
        raise ModelError(f"{loaded.name} computes something else from input vectors than from text: none are learned.")
    return scale if abs(scale - 1) > SAME else 1.0


def _by_expression(contexts: Sequence[Context], options: LearnOptions) -> dict[str, list[Context]]:
    """The contexts of each expression; all that is wrong with them is said before anything is learned."""
    names: dict[str, str] = {}
    groups: dict[str, list[Context]] = {}
    owner: dict[str, str] = {}
    for context in contexts:
        name = names.setdefault(form_key(context.expression), context.expression)
        groups.setdefault(name, []).append(context)
    for name, group in groups.items():
        needed = 2 if options.held_out else 1
        if len(group) < needed:
            raise DatasetError(
                f"{group[0].place}: {name!r} has one context; give two or more, one is held out "
                "to measure what was learned (`held_out` 0 holds out none)."
            )
        for form in (name, *(context.form for context in group)):
            if owner.setdefault(form_key(form), name) != name:
                raise DatasetError(
                    f"{group[0].place}: {form!r} is a form of {owner[form_key(form)]!r} and of {name!r}; "
                    "a written form can have one vector only."
                )
    return groups


def _learn_one(
    loaded: Transformer, expression: str, contexts: list[Context], options: LearnOptions, scale: float
) -> tuple[NDArray[np.float32], Outcome]:
    seed = hashlib.sha256(f"{options.seed}|{form_key(expression)}".encode()).digest()[:7]
    chance = torch.Generator().manual_seed(int.from_bytes(seed, "big"))
    order = torch.randperm(len(contexts), generator=chance).tolist()
    examples = [_example(loaded, contexts[i]) for i in order]
    count = 0
    if options.held_out:
        count = min(max(1, round(options.held_out * len(examples))), len(examples) - 1)
    held, learned = examples[:count], examples[count:]

    table = loaded.model.get_input_embeddings().weight.detach().float()
    spread = table.std(dim=0)
    noise = torch.randn(table.shape[1], generator=chance).to(table)
    vector = (table.mean(dim=0) + spread * noise).requires_grad_()
    before = _mean_distance(loaded, held or learned, scale * vector)
    optimizer = torch.optim.Adam([vector], lr=options.rate * float(spread.mean()))
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.1, total_iters=options.steps)
    at = 0
    for _ in range(options.steps):
        batch = [learned[(at + i) % len(learned)] for i in range(min(TEXTS_AT_ONCE, len(learned)))]
        at += len(batch)
        optimizer.zero_grad()
        loss = _distances(loaded, batch, scale * vector).mean()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        schedule.step()
    after = _mean_distance(loaded, held or learned, scale * vector)
    made: NDArray[np.float32] = vector.detach().cpu().numpy()
    if not np.isfinite(made).all() or not np.isfinite(after):
        raise ModelError(f"Learning {expression!r} led to numbers that are not finite; try a smaller `rate`.")
    forms = {form_key(form): form for form in (*(c.form for c in reversed(contexts)), expression)}
    ordered = (expression, *sorted(form for key, form in forms.items() if key != form_key(expression)))
    return made, Outcome(expression, ordered, len(learned), len(held), before, after)


def _example(loaded: Transformer, context: Context) -> _Example:
    tokens = loaded.tokenize([context.text])[0]
    limit = loaded.facts.max_tokens
    if limit is not None and len(tokens.ids) > limit:
        raise DatasetError(
            f"{context.place}: the text has {len(tokens.ids)} tokens, {loaded.name} takes {limit}; shorten it."
        )
    inside = tokens_in_span(tokens.offsets, tokens.special, context.start, context.end)
    if not inside:
        raise DatasetError(f"{context.place}: no token of the text carries {context.form!r}; check the span.")
    read = [Found(context.start, context.end, 0)]
    one_token, *_ = merge(tokens.ids, tokens.offsets, tokens.special, read, loaded.pad)
    with torch.no_grad():
        ids = torch.tensor([tokens.ids], device=loaded.device)
        states = loaded.model(input_ids=ids, output_hidden_states=True).hidden_states[-1][0].float()
    first, last = inside[0], inside[-1]
    words = torch.cat([states[:first], states[last + 1 :]])
    return _Example(one_token, first, words, states[first : last + 1].mean(dim=0))


def _distances(loaded: Transformer, batch: Sequence[_Example], vector: torch.Tensor) -> torch.Tensor:
    """How far each text's states are from those with the expression's own tokens; 0 where nothing differs.

    Squared distance relative to the squared length, so that models can be compared: the mean
    over the other tokens and that of the target count half each.
    """
    width = max(len(example.ids) for example in batch)
    ids = torch.tensor([e.ids + [loaded.pad] * (width - len(e.ids)) for e in batch], device=loaded.device)
    attention = torch.tensor([[int(i < len(e.ids)) for i in range(width)] for e in batch], device=loaded.device)
    rows, positions = list(range(len(batch))), [e.position for e in batch]
    embedded = loaded.model.get_input_embeddings()(ids)
    places = torch.zeros(ids.shape, dtype=torch.bool, device=loaded.device)
    places[rows, positions] = True
    embedded = torch.where(places.unsqueeze(-1), vector, embedded)
    output = loaded.model(inputs_embeds=embedded, attention_mask=attention, output_hidden_states=True)
    states = output.hidden_states[-1].float()
    made = []
    for row, example in enumerate(batch):
        at, end = example.position, len(example.ids)
        parts = [_relative(states[row, at], example.target)]
        if len(example.words):
            words = torch.cat([states[row, :at], states[row, at + 1 : end]])
            parts.append(_relative(words, example.words).mean())
        made.append(torch.stack(parts).mean())
    return torch.stack(made)


def _relative(states: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    return (states - wanted).square().sum(dim=-1) / wanted.square().sum(dim=-1)


def _mean_distance(loaded: Transformer, examples: Sequence[_Example], vector: torch.Tensor) -> float:
    with torch.no_grad():
        parts = [
            _distances(loaded, examples[at : at + TEXTS_AT_ONCE], vector)
            for at in range(0, len(examples), TEXTS_AT_ONCE)
        ]
        return float(torch.cat(parts).mean())
