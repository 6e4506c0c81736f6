"""What a chat server's answer says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from idioprobe.core.answers import Failure
from idioprobe.models.api.client import Refusal, said
from idioprobe.models.chat.thoughts import after_thoughts

NOTHING = Refusal("the server sent no answer (an empty list of choices)")
CALLED_A_TOOL = Failure("the model called a tool instead of answering")


@dataclass(frozen=True)
class Said:
    """What the model said; `only_thoughts`: its tokens were used up before it came to the answer."""

    text: str
    only_thoughts: bool = False


def read_completion(content: Mapping[str, Any] | Refusal) -> Said | Failure | Refusal | str:
    """The first choice of an answer; a string says what is wrong with the answer.

    A refusal is an answer, whether the model or a filter of its provider refuses, and so is what was cut.
    """
    if isinstance(content, Refusal):
        return content
    choices = content.get("choices")
    if not isinstance(choices, list):
        complaint = said(content) if {"error", "detail", "message"} & content.keys() else ""
        return "it holds no answer" + (f" but says {complaint!r}" if complaint else "")
    if not choices:
        return NOTHING
    choice = choices[0]
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        return "a choice without a message"
    if choice.get("error"):
        return f"it breaks off and says {said(choice)!r}"
    text = _text(message.get("content"))
    if text is None:
        return "a content that is no text"
    if not text.strip() and (message.get("tool_calls") or message.get("function_call")):
        return CALLED_A_TOOL
    refusal = message.get("refusal")
    if not text.strip() and isinstance(refusal, str):
        text = refusal
    answer = after_thoughts(text)
    thought = answer is None or (not answer and _thought(message, content))
    return Said(_whole(answer or ""), only_thoughts=thought and choice.get("finish_reason") == "length")


def _text(content: Any) -> str | None:
    """A content in one piece or in parts, of which those that are no text are passed over; None if it is neither."""
    if content is None or isinstance(content, str):
        return content or ""
    if not isinstance(content, list):
        return None
    texts = (part.get("text", part.get("refusal")) if isinstance(part, dict) else part for part in content)
    return "".join(text for text in texts if isinstance(text, str))


def _thought(message: Mapping[str, Any], content: Mapping[str, Any]) -> bool:
    """Whether the model thought where nobody sees it."""
    if message.get("reasoning_content") or message.get("reasoning"):
        return True
    used: Any = content
    for name in ("usage", "completion_tokens_details", "reasoning_tokens"):
        used = used.get(name) if isinstance(used, dict) else None
    return bool(used)


def _whole(text: str) -> str:
    """A text without halves of characters, which no file could hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
