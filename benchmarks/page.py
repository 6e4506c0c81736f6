"""How large the page of ten and of fifty models on 460 expressions is, and how long a browser takes to open it.

Vectors are random, so that no weights are needed; what a page weighs does not depend on them. One model is measured,
the others are that one with other numbers.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from idioprobe import Result, build_dataset, evaluate, make_page, read_lexicon
from idioprobe.core.encoder import Encoded, Facts, Identity, requests_for
from large import write_lexicon

EXPRESSION_COUNT, MODELS = 460, (10, 50)
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


def another(result: Result, number: int) -> Result:
    """The result of a model with another name and other numbers."""
    rng, tables = np.random.default_rng(number), dict(result.tables)
    for name in ("similarities", "scores"):
        noise = pl.Series(rng.normal(0, 0.02, len(tables[name])))
        tables[name] = tables[name].with_columns(pl.col("value") + noise)
    model = result.manifest.model.model_copy(update={"name": f"model-{number}", "fingerprint": f"model-{number}"})
    digits = f"{number:08x}"
    return replace(
        result, manifest=result.manifest.model_copy(update={"model": model, "digits": digits}), tables=tables
    )


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
        driver.execute_script("document.querySelector('.thumbnail').scrollIntoView()")
        begun = time.perf_counter()
        WebDriverWait(driver, 60, 0.01).until(
            lambda d: d.execute_script("return document.querySelector('.thumbnail canvas, .thumbnail svg')")
        )
        return ready, time.perf_counter() - begun
    finally:
        driver.quit()


def main() -> int:
    """Measure and print; how many of the pages are too large or too slow."""
    bad = 0
    browser = shutil.which("chromium") and shutil.which("chromedriver")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        lexicon, _, _ = write_lexicon(folder, EXPRESSION_COUNT)
        data = build_dataset(read_lexicon(lexicon, language="en")).dataset
        first = evaluate(Random("model-0"), data, resamples=100, cache_dir=folder / "cache")
        results = [another(first, number) for number in range(max(MODELS))]
        for count in MODELS:
            begun = time.perf_counter()
            page = make_page(results[:count], folder / "page.html")
            made, size = time.perf_counter() - begun, page.stat().st_size
            print(
                f"{EXPRESSION_COUNT} expressions, {count} models: {size / 1e6:.1f} MB, made in {made:.1f} s", flush=True
            )
            bad += size > LARGEST
            if not browser:
                print("chromium and chromedriver are needed to open it.")
                continue
            times = [opened(page) for _ in range(3)]
            ready, drawn = (sorted(column)[1] for column in zip(*times, strict=True))
            print(f"opens in {ready:.2f} s, its first figure {drawn:.2f} s after it is scrolled to (medians of 3)")
            bad += ready > SLOWEST
    return bad


if __name__ == "__main__":
    sys.exit(main())
