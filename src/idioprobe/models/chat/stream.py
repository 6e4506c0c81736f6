"""Answers that a server sends piece by piece (server-sent events), although it was asked not to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from idioprobe.models.api.client import parse

_STREAMS = (b"data:", b"event:", b"id:", b"retry:", b":")
_END = b"[DONE]"
_TEXTS = ("content", "refusal", "reasoning_content", "reasoning")
_LISTS = ("tool_calls",)


def read_body(body: bytes) -> Any:
    """What an answer says as one JSON object, in one piece or in many; None if it is neither."""
    if not _is_stream(body):
        return parse(body)
    chunks = [parse(event) for event in _events(body) if event != _END]
    return _joined(chunks) if all(isinstance(chunk, dict) for chunk in chunks) else None


def is_cut(body: bytes) -> bool:
    r"""Whether the last pieces of a stream are missing.

    >>> is_cut(b'data: {"choices": []}'), is_cut(b'data: {"choices": []}\n\ndata: [DONE]'), is_cut(b"{}")
    (True, False, False)
    """
    return _is_stream(body) and not any(event == _END or _ends(parse(event)) for event in _events(body))


def _is_stream(body: bytes) -> bool:
    return body.lstrip().startswith(_STREAMS)


def _events(body: bytes) -> Iterator[bytes]:
    """The data of each event; a blank line ends an event, and one may have several lines of data."""
    data: list[bytes] = []
    for line in [*body.replace(b"\r\n", b"\n").split(b"\n"), b""]:
        if line.startswith(b"data:"):
            data.append(line.removeprefix(b"data:").strip())
        elif not line.strip() and data:
            yield b"\n".join(data)
            data = []


def _ends(chunk: Any) -> bool:
    choice = _first(chunk)
    return isinstance(chunk, dict) and ("error" in chunk or bool(choice.get("finish_reason")))


def _first(chunk: Any) -> dict[str, Any]:
    choices = chunk.get("choices") if isinstance(chunk, dict) else None
    return choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}


def _joined(chunks: list[dict[str, Any]]) -> dict[str, Any]:
    """The answer that would have come in one piece."""
    message: dict[str, Any] = {}
    answer: dict[str, Any] = {"choices": []}
    for chunk in chunks:
        if "error" in chunk:
            return chunk
        answer |= {"usage": chunk["usage"]} if chunk.get("usage") else {}
        choice = _first(chunk)
        if choice:
            answer["choices"] = [{"message": message, "finish_reason": choice.get("finish_reason")}]
        delta = choice.get("delta") or choice.get("message")
        for name, piece in delta.items() if isinstance(delta, dict) else ():
            if name in _TEXTS and isinstance(piece, str):
                message[name] = message.get(name, "") + piece
            elif name in _LISTS and isinstance(piece, list):
                message[name] = message.get(name, []) + piece
    return answer
