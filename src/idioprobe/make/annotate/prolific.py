"""A study for Prolific: one address for all participants, or a personal link for each, and the completion code."""

from __future__ import annotations

from idioprobe.core.errors import StudyError
from idioprobe.make.annotate.people import invite
from idioprobe.make.annotate.study import Study

PROLIFIC = "prolific"


def prolific_files(study: Study, base: str, count: int) -> dict[str, str]:
    """Files by name: personal links as CSV, and what to enter on Prolific."""
    code = study.settings.prolific.completion_code
    if not code:
        raise StudyError(
            f"{study.folder / 'settings.toml'} has no completion code: write the one that Prolific shows you under "
            "[prolific], as completion_code."
        )
    with study.database() as database:
        numbers = invite(database, count, PROLIFIC)
    links = "".join(f"{number},{base}/a/{study.keys.link(number)},{code}\n" for number in numbers)
    address = f"{base}/{PROLIFIC}/{study.keys.token(PROLIFIC)}?PROLIFIC_PID={{{{%PROLIFIC_PID%}}}}"
    secure = (
        "" if base.startswith("https://") else f"\nPROLIFIC CANNOT REACH {base}: export again with --url https://…\n"
    )
    readme = f"""\
A study for Prolific.
{secure}
Completion code: {code}
Completion address: https://app.prolific.com/submissions/complete?cc={code}

Either give Prolific one address for all participants (choose "URL parameters" for their ids):

  {address}

Everyone gets a personal link of their own by it, and comes back to it if they open the address again. The id that
Prolific sends is not stored, only a keyed hash of it.

Or give each participant a link of links.csv, where you send out one address per person.

Participants see the completion code when they have answered all that the study has for them; set per_annotator in
settings.toml to the number of questions that you pay for.
"""
    return {"README.txt": readme, "links.csv": f"annotator,link,completion_code\n{links}"}
