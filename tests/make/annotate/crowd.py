"""A crowd of known reliability that answers a study over HTTP, many at a time."""

import http.client
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from tests.make.annotate.visitors import Visitor

AT_ONCE = 32
PATIENCE = 60.0
LOW, HIGH = 0, 5


@dataclass
class Crowd:
    """Annotators by number: how far each is from the truth on average, infinite for who answers by chance.

    `truths` has the true answer for each unit. What the server has acknowledged is in `acknowledged`, the time that
    each request took in `seconds`.
    """

    truths: dict[str, float]
    noise: dict[int, float]
    url: str
    acknowledged: dict[tuple[int, str], dict[str, int]] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    twice: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, number, item, name):
        """What an annotator says; the same whenever asked."""
        rng = random.Random(f"{number} {item} {name}")
        noise = self.noise[number]
        if noise == float("inf"):
            return rng.randint(LOW, HIGH)
        return min(HIGH, max(LOW, round(self.truths[item] + rng.gauss(0, noise))))

    def come(self, paths):
        """All annotators come, 32 at a time, and stay until there is nothing more to do."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for _ in pool.map(self._stay, self.noise, paths):
                pass

    def _stay(self, number, path):
        visitor = [Visitor(self.url)]
        page = self._insist(visitor, lambda: visitor[0].get(path))
        while True:
            form, questions = page.form, page.questions
            if "item" not in form:
                if "Just a moment" not in page.text:
                    break
                time.sleep(0.05)
            else:
                scores = {name: self.answer(number, form["item"], name) for name in questions}
                fields = {**form, **scores, "paraphrase1": f"thing {number}"}
                sent = self._insist(visitor, lambda fields=fields: visitor[0].post(path, fields))
                assert sent.status == 303, (sent.status, sent.text)
                if questions:
                    with self._lock:
                        self.acknowledged[number, form["item"]] = scores
                if questions and number % 10 == 0:  # an impatient one who sends the form twice
                    again = self._insist(visitor, lambda fields=fields: visitor[0].post(path, fields))
                    assert again.status == 303
                    self.twice += 1
            page = self._insist(visitor, lambda: visitor[0].get(path))
        visitor[0].close()

    def _insist(self, visitor, ask):
        """Ask until there is an answer: while the server is down nobody gives up."""
        end = time.monotonic() + PATIENCE
        while True:
            begun = time.perf_counter()
            try:
                response = ask()
            except (OSError, http.client.HTTPException):
                assert time.monotonic() < end, "the server does not come back"
                visitor[0].close()
                visitor[0] = Visitor(self.url)
                time.sleep(0.1)
            else:
                self.seconds.append(time.perf_counter() - begun)
                return response
