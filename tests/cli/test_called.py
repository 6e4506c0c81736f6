"""Only the command that is called is made out; whatever else is written sees all commands."""

import pytest

from idioprobe import cli


def test_a_command_is_made_out_alone():
    one = cli.called(["run", "--help"])
    assert [command.name for command in one.registered_commands] == ["run"]
    assert not one.registered_groups
    assert len(cli.app.registered_commands) > 1


def test_so_is_a_group():
    one = cli.called(["data", "list"])
    assert not one.registered_commands
    assert [group.name for group in one.registered_groups] == ["data"]


@pytest.mark.parametrize("arguments", [[], ["--help"], ["rnu"], ["--version", "run"]])
def test_all_are_there_for_help_and_mistakes(arguments):
    assert cli.called(arguments) is cli.app
