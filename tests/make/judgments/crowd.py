"""A simulated crowd: annotators of known reliability, sentences of known truth."""

import numpy as np
import polars as pl

from idioprobe.make.judgments.answers import Answers, answers_schema

EXPRESSIONS, SENTENCES = 20, 3


def crowd(annotators=200, unreliable=20, share=0.4, noise=0.8, seed=0):
    """Answers on 0 to 5 and the truth by expression and sentence; the first annotators answer at random."""
    rng = np.random.default_rng(seed)
    middle = rng.uniform(0.8, 4.2, EXPRESSIONS)
    units = [(f"expression {e}", s) for e in range(EXPRESSIONS) for s in range(1, SENTENCES + 1)]
    truth = {(name, s): middle[int(name.split()[1])] + (s - 2) * 0.2 for name, s in units}
    rows = []
    for number in range(annotators):
        for name, sentence in units:
            if rng.random() >= share:
                continue
            if number < unreliable:
                scores = rng.integers(0, 6, 2)
            else:
                scores = np.clip(np.rint(truth[name, sentence] + rng.normal(0, noise, 2)), 0, 5)
            rows.append((f"p{number:03}", name, "es", sentence, *map(float, scores), [], None))
    return Answers(pl.DataFrame(rows, schema=answers_schema(["verb"]), orient="row")), truth
