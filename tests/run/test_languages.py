"""Which languages a model is scored in, where the user leaves that open."""

from collections import Counter

from idioprobe import evaluate
from tests.suites.world import FILLERS, at, dataset, expression, item
from tests.support import HandmadeEncoder


class Vocabulary(HandmadeEncoder):
    """Knows no word of the sentences in which a word of `lacks` occurs."""

    lacks = ()

    def unknown_words(self, texts):
        return Counter(w for text in texts for w in text.split() if any(word in text for word in self.lacks))


def run(tmp_path, *lacks, **options):
    rows = [*item(FILLERS), *item(FILLERS, language="pt", frame="Vimos {} ali.")]
    names = [expression("eager beaver"), expression("eager beaver", language="pt")]
    encoder = Vocabulary(lambda request: at(min(0.9, len(request.text) / 100)), name="glove")
    encoder.lacks = lacks
    notices = []
    result = evaluate(
        encoder, dataset(rows, names), cache_dir=tmp_path, resamples=100, notice=notices.append, **options
    )
    return result.manifest.dataset.languages, " ".join(notices)


def test_a_vocabulary_is_not_scored_in_a_language_of_which_it_lacks_the_words(tmp_path):
    languages, said = run(tmp_path, "Vimos")
    assert languages == ["en"]
    assert "knows less than 80% of the words in pt (0%): not scored (`languages` en,pt" in said


def test_unless_it_is_asked_for_or_knows_no_language_at_all(tmp_path):
    assert run(tmp_path, "Vimos", languages="en,pt")[0] == ["en", "pt"]
    assert run(tmp_path, "Vimos", "We")[0] == ["en", "pt"]


def test_nor_where_it_knows_the_words(tmp_path):
    assert run(tmp_path) == (["en", "pt"], "")
