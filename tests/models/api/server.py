"""A local server that speaks as OpenAI's embeddings API does, and whose bad days can be ordered in advance.

With other `inputs_of` and `good` it speaks as another API.
"""

import hashlib
import json
import socket
import threading
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np

DIMENSION = 8


def vector(text, dimension=DIMENSION):
    """A vector that follows from nothing but the text."""
    seed = int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "big")
    return np.random.default_rng(seed).normal(size=dimension).tolist()


class ApiServer:
    """`plan` holds what the next answers are; when it is empty, all goes well.

    An entry is a function of the request's inputs that returns a status with a body and perhaps
    headers, or one of `drop` (half of the answer, then silence), `trickle`, `hang up` and `hang`.
    Each text that was answered is counted in `paid`, each request is kept in `requests`.
    `dies_after` is how many texts it answers before it only hangs up; more than `most_texts` at
    once, or one of more than `most_characters`, are refused.
    """

    def __init__(self):
        self._awake = threading.Event()
        self._planning = threading.Lock()
        self.reset()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    def reset(self):
        """As good as new."""
        self._awake.set()
        self._awake = threading.Event()
        self.plan = []
        self.requests = []
        self.paid = Counter()
        self.dies_after = None
        self.most_texts = self.most_characters = None
        self.refusal = "This model's maximum context length is 8192 tokens."
        self.headers = {}
        self.dimension = DIMENSION

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._awake.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def asked(self):
        """The inputs of each request so far."""
        return [self.inputs_of(request["body"]) for request in self.requests]

    def inputs_of(self, body):
        """The texts that a request is about."""
        return body["input"]

    def good(self, inputs):
        """What a healthy server answers; not in the order of the inputs, as nobody promises that."""
        data = [
            {"object": "embedding", "index": place, "embedding": vector(text, self.dimension)}
            for place, text in enumerate(inputs)
        ]
        return 200, {"object": "list", "data": data[::-1], "usage": {"total_tokens": 1}}, self.headers

    def _answer(self, inputs):
        if self.dies_after is not None and self.paid.total() + len(inputs) > self.dies_after:
            return "hang up"
        if self.most_texts and len(inputs) > self.most_texts:
            return 400, {"error": {"message": f"batch size must not be larger than {self.most_texts}"}}
        if self.most_characters and any(len(text) > self.most_characters for text in inputs):
            return 400, {"error": {"message": self.refusal}}
        return self.good(inputs)

    def _handler(outer):  # noqa: N805
        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_POST(self):
                awake = outer._awake
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.requests.append(
                    {"path": self.path, "authorization": self.headers.get("Authorization"), "body": body}
                )
                inputs = outer.inputs_of(body)
                with outer._planning:
                    trouble = outer.plan.pop(0) if outer.plan else None
                answer = trouble(inputs) if callable(trouble) else outer._answer(inputs)
                trouble = answer if isinstance(answer, str) else trouble
                if trouble == "hang":
                    awake.wait(20)
                if trouble in ("hang", "hang up"):
                    self.connection.shutdown(socket.SHUT_RDWR)
                    return
                status, content, *headers = answer
                if status == 200 and trouble is None:
                    outer.paid.update(inputs)
                raw = content if isinstance(content, bytes) else json.dumps(content).encode()
                self.send_response(status)
                for name, value in (headers[0] if headers else {}).items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                if trouble == "drop":
                    self.wfile.write(raw[: len(raw) // 2])
                    return
                while trouble == "trickle" and not awake.wait(0.05):
                    self.wfile.write(b" ")
                self.wfile.write(raw)

        return Handler
