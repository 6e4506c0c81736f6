"""How large the page of ten models on 460 expressions is, and how long a browser takes to open it.

Vectors are random, so that no weights are needed; what a page weighs does not depend on them.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import polars as pl

from idioprobe import Dataset, evaluate, make_page
from idioprobe.core.encoder import Encoded, Facts, Identity, requests_for
from idioprobe.core.tables import CLASSES, EXPRESSIONS, RATINGS, STIMULI, item_name
from idioprobe.data.dataset import Header

EXPRESSION_COUNT, MODELS = 460, 10
SENTENCE = "It was said of them that {} had come up more than once in the long talk of that winter evening by the sea ."
PLACES = (("nat", 1), ("nat", 2), ("nat", 3), ("neut", None), ("neut_long", None))
ROLES = (("original", 0), ("syn", 0), ("words", 0), ("head", 0), ("modifier", 0), *(("rand", i) for i in range(5)))
LARGEST, SLOWEST = 15e6, 2.0


class Random:
    """A model whose vectors depend on the text alone, but mean nothing."""

    def __init__(self, name: str) -> None:
        self.identity = Identity("random", name, fingerprint=name)

    def facts(self) -> Facts:
        """Without layers."""
        return Facts(states=0, dimension=16, pools=("mean",))

    def encode(self, texts, spans, views, batch_tokens):  # noqa: ARG002
        """All texts at once."""

        def vector(request):
            seed = abs(hash((self.identity.name, request))) % 2**32
            return np.random.default_rng(seed).normal(1, 1, 16).astype(np.float32)

        made = {view: [(r, vector(r)) for text in texts for r in requests_for(text, spans, view)] for view in views}
        yield Encoded(len(texts), made, {})


def dataset() -> Dataset:
    stimuli, expressions, ratings = [], [], []
    start = SENTENCE.index("{}")
    for i in range(EXPRESSION_COUNT):
        name, language = f"first{i} second{i}", "en" if i % 2 else "pt"
        expressions.append((name, language, f"first{i}", f"second{i}", CLASSES[i % 3], False, None, None))
        ratings.append((name, language, None, "expression", "type", i % 50 / 10, None, None))
        for condition, number in PLACES:
            for role, index in ROLES:
                target = name if role == "original" else f"{role}{index} {condition}{number} {i}"
                item = (item_name(language, name, condition, number), name, language, condition, number)
                stimuli.append((*item, role, index, SENTENCE.format(target), start, start + len(target), False))
    tables = (
        pl.DataFrame(rows, schema=schema, orient="row")
        for rows, schema in ((stimuli, STIMULI), (expressions, EXPRESSIONS), (ratings, RATINGS))
    )
    return Dataset(Header(name="made-up"), *tables)


def opened(page: Path) -> tuple[float, float]:
    """Seconds until the page has drawn itself, in a fresh browser; and until its first figure is there."""
    from selenium import webdriver
    from selenium.webdriver.support.ui import WebDriverWait

    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        driver.get("about:blank")
        begun = time.perf_counter()
        driver.get(page.as_uri())
        WebDriverWait(driver, 60, 0.01).until(
            lambda d: d.execute_script("return document.documentElement.dataset.ready")
        )
        ready = time.perf_counter() - begun
        driver.execute_script("document.querySelector('.chart').scrollIntoView()")
        begun = time.perf_counter()
        WebDriverWait(driver, 60, 0.01).until(
            lambda d: d.execute_script("return document.querySelector('.chart canvas')")
        )
        return ready, time.perf_counter() - begun
    finally:
        driver.quit()


def main() -> int:
    data = dataset()
    with tempfile.TemporaryDirectory() as place:
        cache = Path(place) / "cache"
        results = [evaluate(Random(f"model-{i}"), data, resamples=100, cache_dir=cache) for i in range(MODELS)]
        begun = time.perf_counter()
        page = make_page(results, Path(place) / "page.html")
        made = time.perf_counter() - begun
        size = page.stat().st_size
        print(f"{EXPRESSION_COUNT} expressions, {MODELS} models: {size / 1e6:.1f} MB, made in {made:.1f} s")
        if shutil.which("chromium") is None or shutil.which("chromedriver") is None:
            print("chromium and chromedriver are needed to open it.")
            return int(size > LARGEST)
        times = [opened(page) for _ in range(3)]
        ready, first = (sorted(column)[1] for column in zip(*times, strict=True))
        print(f"opens in {ready:.2f} s, its first figure is drawn {first:.2f} s after it is scrolled to (medians of 3)")
    return int(size > LARGEST or ready > SLOWEST)


if __name__ == "__main__":
    sys.exit(main())
