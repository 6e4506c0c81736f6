"""The commands that count a corpus, and tell what was counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from idioprobe.cli.engines import LOCAL, Address, Engine, done_by, elsewhere
from idioprobe.cli.make.finding import Expressions, IndexFolder, listed, opened_with
from idioprobe.cli.make.output import KINDS, Force, Out, check_out, give
from idioprobe.cli.shared import DataDirs, errors, notices, output, say
from idioprobe.core.errors import ConfigError

LIST = ".txt"
STATS = {"average_frequency": "f_avg", "pmi": "PMI", "ppmi": "PPMI"}
"""The columns of association, by the heads that they have in the terminal."""
NEAREST = {
    "expression": "expression",
    "average_frequency": "f_avg",
    "pattern": "pattern",
    "rank": "rank",
    "combination": "combination",
    "combination_average_frequency": "f_avg",
    "ratio": "ratio",
}
COMBINATIONS = {"combination": "combination", "pattern": "pattern", "count": "count", "average_frequency": "f_avg"}


def corpus_index(
    paths: Annotated[
        list[Path],
        typer.Argument(
            help="Files or folders: text, JSON lines, Parquet, CoNLL-U, ukWaC, brWaC; packed by gzip, bz2, xz or zstd.",
            metavar="PATH...",
            show_default=False,
        ),
    ],
    out: Annotated[Path, typer.Option("-o", "--out", help="The folder of the index.", metavar="INDEX")],
    language: Annotated[str, typer.Option(help="The language of the corpus: pt, deu, German.")],
    field: Annotated[
        str, typer.Option(help="The field of JSON lines or column of Parquet that has the text.")
    ] = "text",
    format_: Annotated[
        str | None,
        typer.Option("--format", help="text, jsonl, parquet, conllu or vertical; default: what each file looks like."),
    ] = None,
    encoding: Annotated[str, typer.Option(help="The encoding of text.")] = "utf-8",
    window: Annotated[int, typer.Option(help="Count pairs with up to this many words less one between them.")] = 1,
    spaces: Annotated[
        bool, typer.Option("--spaces", help="Words are parted by spaces already; nothing else parts them.")
    ] = False,
    workers: Annotated[int | None, typer.Option(help="Shards at a time; default: one per core, 6 at most.")] = None,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Leave out files that cannot be read.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the index if it is there.")] = False,
    engine: Engine = "local",
    address: Address = None,
) -> None:
    """Index a corpus. Count its words and pairs, and keep its sentences for look-up; a stopped run goes on."""
    from idioprobe.make.corpus.indexing.making import make_index
    from idioprobe.report.terminal.progress import BytesProgress

    code = _code(language)
    if workers is not None and engine != LOCAL:
        raise ConfigError("`workers` goes with `engine` local; on a cluster Ray decides, by its cores.")
    with elsewhere(engine, address) as others, BytesProgress(errors()) as progress:
        index = make_index(
            [path.absolute() for path in paths] if others else paths,
            out,
            language=code,
            field=field,
            format_=format_,
            encoding=encoding,
            window=window,
            spaces=spaces,
            workers=workers,
            skip_bad=skip_bad,
            force=force,
            elsewhere=others,
            progress=progress,
        )
    totals, shards = index.manifest.totals, index.manifest.shards
    tagged = " with parts of speech" if any(shard.tagged for shard in shards) else ""
    console = output()
    say(
        console,
        f"Words: {totals.words:,}, sentences: {totals.sentences:,}, documents: {totals.documents:,}, "
        f"shards: {len(shards):,}{tagged}.",
    )
    say(console, f"Index: {out}")


def corpus_import(
    counts: Annotated[
        list[Path],
        typer.Argument(
            help="JSON of textprobability, or CSV, TSV, Parquet with the columns word,count or first,second,count.",
            metavar="COUNTS...",
            show_default=False,
        ),
    ],
    out: Annotated[Path, typer.Option("-o", "--out", help="The folder of the index.", metavar="INDEX")],
    language: Annotated[str, typer.Option(help="The language of the counts: pt, deu, German.")],
    total: Annotated[
        int | None, typer.Option(help="Words of the corpus; default: what the file says, else the sum.", min=1)
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the index if it is there.")] = False,
) -> None:
    """Make an index from counts of words and pairs. For stats and pool, where there is no corpus at hand."""
    from idioprobe.make.corpus.imported import import_counts

    index = import_counts(counts, out, language=_code(language), total=total, force=force)
    totals = index.manifest.totals
    say(output(), f"Words: {totals.words:,}, pairs: {totals.pairs:,}, no sentences.")
    say(output(), f"Index: {out}")


def _code(language: str) -> str:
    from idioprobe.data.grammar.names import language_code

    code = language_code(language)
    if code is None:
        raise ConfigError(f"`language` {language!r} is not a language; write a code such as pt, or its English name.")
    return code


def corpus_stats(
    index: IndexFolder,
    expressions: Expressions,
    gap: Annotated[int, typer.Option(help="Words that may be between the parts of an expression.", min=0)] = 0,
    out: Out = None,
    data_dir: DataDirs = None,
    force: Force = False,
    engine: Engine = "local",
    address: Address = None,
) -> None:
    """How frequent expressions are, in all their forms. Frequency, that of their words, f_avg, PMI and PPMI."""
    from idioprobe.make.corpus.stats import expression_stats
    from idioprobe.report.terminal.progress import StepProgress

    check_out(out, force=force)
    opened, wanted = opened_with(index, expressions, data_dir)
    with elsewhere(engine, address) as others, StepProgress(errors()) as progress:
        told = partial(progress, "sentences")
        table = expression_stats(opened, wanted, gap, elsewhere=others, progress=told)
    never = table.filter(table["frequency"] == 0)["expression"].to_list()
    unknown = table.filter(table["frequency"].is_null())["expression"].to_list()
    if never:
        where = (
            "in the corpus" if opened.manifest.has_sentences else "among the counts, which may leave out what is rare"
        )
        notices([f"Never {where}: {listed(never)}."])
    if unknown:
        notices([f"Not counted, because an index without sentences has no more than two words: {listed(unknown)}."])
    each = [name for name in table.columns if name.startswith("frequency") and name != "frequency"]
    heads = {name: f"f{name.removeprefix('frequency')}" for name in each}
    give(table, out, {"expression": "expression", "frequency": "frequency"} | heads | STATS)
    if out is None:
        say(
            output(),
            f"f1, f2: how often its words occur; f_avg: the mean of all. Words: {opened.manifest.totals.words:,}.",
        )


def corpus_pool(
    index: IndexFolder,
    expressions: Annotated[
        str | None,
        typer.Argument(
            help="Expressions to find the nearest combinations for; without any, all combinations are listed.",
            metavar="[EXPRESSIONS]",
            show_default=False,
        ),
    ] = None,
    pattern: Annotated[str | None, typer.Option(help="Only this pattern, such as adjective-noun.")] = None,
    nearest: Annotated[int, typer.Option("-n", "--nearest", help="Combinations for each expression.", min=1)] = 5,
    least: Annotated[int, typer.Option(help="How often a combination occurs at least.", min=1)] = 1,
    tags: Annotated[
        Path | None,
        typer.Option(help="A table word,tag for a corpus without parts of speech.", metavar="FILE"),
    ] = None,
    out: Out = None,
    data_dir: DataDirs = None,
    force: Force = False,
    engine: Engine = "local",
    address: Address = None,
) -> None:
    """Random combinations by pattern. Those nearest to each expression in average frequency (f_avg)."""
    from idioprobe.make.corpus.index import open_index
    from idioprobe.make.corpus.pool import combinations, nearest_combinations

    check_out(out, force=force, kinds=(*KINDS, LIST))
    if engine != LOCAL:
        index, tags = index.absolute(), tags and tags.absolute()
    if expressions is None:
        opened = open_index(index)
        with elsewhere(engine, address) as others:
            table = done_by(others, partial(combinations, opened, pattern, least, tags))
    else:
        opened, wanted = opened_with(index, expressions, data_dir)
        choose = partial(nearest_combinations, pattern=pattern, least=least, nearest=nearest, tags=tags)
        with elsewhere(engine, address) as others:
            found = done_by(others, partial(choose, opened, wanted))
        table = found.table
        _tell_few(table["expression"].to_list(), [one.expression for one in wanted], found.patterns, nearest)
    if out is not None and out.suffix.lower() == LIST:
        from idioprobe.core.files import replace_file

        texts = table["combination"].unique(maintain_order=True).to_list()
        with replace_file(out) as temporary:
            temporary.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        say(output(), f"Combinations: {len(texts):,}, in {out}.")
        return
    give(table, out, COMBINATIONS if expressions is None else NEAREST)


def _tell_few(found: list[str], wanted: list[str], patterns: Mapping[str, str], nearest: int) -> None:
    counts = Counter(found)
    none = [name for name in wanted if name not in patterns]
    few = [f"{name} ({patterns[name]})" for name in wanted if name in patterns and counts[name] < nearest]
    if none:
        notices(
            [
                "No pattern, because they do not have two words or the corpus does not have these with a part of "
                f"speech: {listed(none)}; --pattern gives one."
            ]
        )
    if few:
        notices([f"Fewer than {nearest} combinations, because the corpus has too few of the pattern: {listed(few)}."])
