"""Indexes as `corpus index` leaves them, of sentences given here."""

import polars as pl

from idioprobe.make.corpus.index import open_index
from idioprobe.make.corpus.manifest import Manifest, Shard, Totals, write_manifest
from idioprobe.make.corpus.tokens import tokeniser_of, words_of


def write_index(folder, shards, language="en"):
    """An index of shards, each a list of sentences or of pairs of a document's number and a sentence."""
    rule = tokeniser_of(language)
    (folder / "sentences").mkdir(parents=True)
    listed, counted = [], []
    for at, sentences in enumerate(shards):
        rows = [one if isinstance(one, tuple) else (number, one) for number, one in enumerate(sentences, 1)]
        table = pl.DataFrame(
            [(at * 1_000_000_000 + document, number, text) for number, (document, text) in enumerate(rows, 1)],
            schema={"document": pl.Int64, "number": pl.Int64, "text": pl.String},
            orient="row",
        )
        table.write_parquet(folder / "sentences" / f"part-{at:05}.parquet")
        words = words_of(table["text"], rule)
        counted += [word for sentence in words for word in sentence]
        listed.append(
            Shard(
                path=f"{at}.txt",
                sha256="0" * 64,
                bytes=1,
                sentences=len(table),
                words=sum(map(len, words)),
                documents=table["document"].n_unique(),
            )
        )
    counts = pl.Series("word", counted, dtype=pl.String).value_counts(name="count").sort("word")
    counts.with_columns(pl.col("count").cast(pl.Int64)).write_parquet(folder / "words.parquet")
    pairs = {"first": pl.String(), "second": pl.String(), "count": pl.Int64()}
    pl.DataFrame(schema=pairs).write_parquet(folder / "pairs.parquet")
    totals = Totals(words=len(counted), sentences=sum(one.sentences for one in listed), documents=1, pairs=0)
    write_manifest(folder, Manifest(language=language, tokeniser=rule.name, shards=tuple(listed), totals=totals))
    return open_index(folder)
