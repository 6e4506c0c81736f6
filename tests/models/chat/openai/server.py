"""A local server that speaks as OpenAI's chat API does, and whose bad days can be ordered in advance."""

import json
import threading
import time

from tests.models.api.server import ApiServer


def reply(text):
    """What the model says to a question, which follows from nothing but the question."""
    return f"You said {text!r}."


def completion(finish="stop", **message):
    """An answer of one choice; `message` is what it holds."""
    return {"choices": [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish}]}


def stream(*deltas, finish="stop", end="data: [DONE]\n\n"):
    """An answer in pieces, as the bytes of server-sent events."""
    chunks = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    chunks += [{"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}] if finish else []
    return ("".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + end).encode()


class ChatServer(ApiServer):
    """As the server of embeddings; the inputs of a request are the turns of its conversation.

    `busiest` is how many questions it had at once, `takes` how many seconds it needs for one.
    """

    def reset(self):
        super().reset()
        self.busiest = self._busy = 0
        self.takes = lambda _: 0.0
        self._counting = threading.Lock()

    def inputs_of(self, body):
        return [turn["content"] for turn in body["messages"]]

    def good(self, inputs):
        text = inputs[-1]
        with self._counting:
            self._busy += 1
            self.busiest = max(self.busiest, self._busy)
        time.sleep(self.takes(text))
        with self._counting:
            self._busy -= 1
        return 200, {**completion(content=reply(text)), "usage": {"total_tokens": 9}}, self.headers
