"""One folder per paper: its settings, models, tables, figures, reported numbers, doubts and transcriber.

A sub-package that declares `PAPER` is a paper; nothing else names it. The other modules are the
doors by which the rest of the program asks for what the papers have.
"""
