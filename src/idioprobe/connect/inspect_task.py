"""The task of Inspect, `inspect eval idioprobe/questions -T folder=FOLDER`; Inspect loads this file by an entry point.

Answers are understood as the suite `questions` understands them. An answer of no use counts as 0, and each kind of
question has its own mean, with a standard error that takes the questions about one expression together.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from idioprobe.connect.inspect_ai import judged, read_questions_file

LIKELIEST: dict[str, dict[str, Any]] = {"hf": {"top_k": 1}}
"""How a provider is told to write the likeliest answer, where it takes no temperature of 0."""

if find_spec("inspect_ai") is not None:
    from inspect_ai import Task, task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import ChatMessageSystem, ChatMessageUser
    from inspect_ai.scorer import Score, grouped, mean, scorer, stderr
    from inspect_ai.solver import solver

    @solver
    def ask() -> Any:
        """Ask once, with the room that the suite gives an answer of this kind."""

        async def solve(state: Any, generate: Any) -> Any:
            likeliest = LIKELIEST.get(state.model.api, {"temperature": 0.0})
            return await generate(state, max_tokens=state.metadata["tokens"], **likeliest)

        return solve

    @scorer(
        metrics=[
            grouped(mean(), "kind", all=False),
            grouped(stderr(cluster="expression"), "kind", all=False, name_template="{group_name}_stderr"),
        ]
    )
    def understood() -> Any:
        """What the suite makes of an answer: 1 for the right choice or a synonym, a rating its number."""

        async def score(state: Any, target: Any) -> Any:
            del target
            answer = state.output.completion
            value, how = judged(answer, state.metadata)
            return Score(value=0.0 if value is None else value, answer=answer, metadata={"understood": how})

        return score

    @task
    def questions(folder: str, kinds: str = "") -> Any:
        """The questions in a folder that `idioprobe export inspect` wrote; `kinds` such as `pair,choice`."""
        rows = read_questions_file(folder, [kind.strip() for kind in kinds.split(",") if kind.strip()])
        samples = [
            Sample(input=_messages(row), target=_target(row), id=number, metadata=row)
            for number, row in enumerate(rows, 1)
        ]
        return Task(dataset=MemoryDataset(samples, name="idioprobe"), solver=ask(), scorer=understood())

    def _messages(row: dict[str, Any]) -> Any:
        """The instruction as a system message, where there is one."""
        if not row.get("instruction"):
            return row["prompt"]
        return [ChatMessageSystem(content=row["instruction"]), ChatMessageUser(content=row["text"])]


def _target(row: dict[str, Any]) -> str:
    """What a reader of the log sees as the right answer."""
    return str(row["options"][row["target"]]) if row["target"] is not None else "; ".join(row["options"])
