"""What is written in an older form is said once, where the user can see it."""

import warnings

from idioprobe import load_published
from idioprobe.core.notices import OldFormWarning


def test_a_warning_points_at_the_users_own_line():
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        load_published("H5")
    (warning,) = [one for one in told if issubclass(one.category, OldFormWarning)]
    assert warning.filename == __file__
    assert str(warning.message) == "load_published is called load_reported now."
