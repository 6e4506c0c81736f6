"""What is sent to an embeddings API, and what is made of its answers."""

import numpy as np
import pytest

from idioprobe.core.errors import ConfigError
from idioprobe.core.price import Estimate
from idioprobe.core.requests import Request
from idioprobe.models.api.client import Client
from idioprobe.models.api.cost import PRICES_OF
from idioprobe.models.api.encoder import ApiEncoder
from idioprobe.models.registry import load_encoder
from tests.models.api.cases import KEY, NATIVE, TEXTS, body, embed, right, status
from tests.models.api.server import DIMENSION, vector
from tests.support import same_vectors


class TestVectors:
    def test_each_text_gets_its_own_vector_in_whatever_order_the_server_answers(self, make):
        vectors, failed = embed(make())
        assert list(vectors) == TEXTS
        assert right(vectors)
        assert failed == {}
        assert all(found.dtype == np.float32 for found in vectors.values())

    def test_the_request_is_what_the_api_documents(self, server, make):
        embed(make("text-x"), ["one text"])
        assert server.requests == [
            {
                "path": "/v1/embeddings",
                "authorization": f"Bearer {KEY}",
                "body": {"model": "text-x", "input": ["one text"], "encoding_format": "float"},
            }
        ]

    @pytest.mark.parametrize(("batch_tokens", "texts"), [(1, 1), (25, 2), (100_000, 20), (None, 20)])
    def test_the_size_of_a_request_does_not_change_a_vector(self, server, make, batch_tokens, texts):
        vectors, _ = embed(make(), batch_tokens=batch_tokens)
        assert right(vectors)
        assert [text for batch in server.asked for text in batch] == TEXTS
        assert max(map(len, server.asked)) == texts

    def test_no_request_has_more_texts_than_a_server_takes(self, server, make):
        texts = [f"t{n}" for n in range(600)]
        assert len(embed(make(), texts)[0]) == 600
        assert [len(batch) for batch in server.asked] == [256, 256, 88]

    def test_a_long_text_goes_alone(self, server, make):
        embed(make(), ["a b", "long " * 8000, "c d"])
        assert [len(batch) for batch in server.asked] == [1, 1, 1]

    def test_an_answer_is_handed_on_before_the_next_request(self, server, make):
        batches = make().encode(TEXTS, {}, [NATIVE], 25)
        for count in (1, 2, 3):
            next(batches)
            assert len(server.requests) == count

    def test_a_prompt_stands_before_every_text_but_not_in_what_is_stored(self, server, make):
        vectors, _ = embed(make(prompt="query: "), ["one", "two"])
        assert server.asked == [["query: one", "query: two"]]
        same_vectors(vectors["two"], vector("query: two"))

    def test_a_vector_stands_for_the_sentence_whatever_spans_there_are(self, make):
        encoded = next(make().encode(["one"], {"one": [(0, 3)]}, [NATIVE], None))
        assert [request for request, _ in encoded.vectors[NATIVE]] == [Request("one")]

    def test_whole_numbers_are_numbers(self, server, make):
        server.plan = [body({"data": [{"index": 0, "embedding": [1, 0.5]}]})]
        assert embed(make(), ["x"])[0]["x"].tolist() == [1.0, 0.5]

    def test_blank_texts_are_not_sent(self, server, make):
        vectors, failed = embed(make(), ["", "  ", "word"])
        assert server.asked == [["word"]]
        assert failed == {"": "the text has no token", "  ": "the text has no token"}
        assert list(vectors) == ["word"]

    def test_half_a_character_is_sent_in_a_form_that_json_allows(self, make):
        assert len(embed(make(), ["broken \ud83d text"])[0]) == 1


class TestRefusedTexts:
    def test_a_text_that_is_too_long_is_dropped_with_the_servers_reason_and_the_others_are_not(self, server, make):
        server.most_characters = 100
        long = "long " * 50
        vectors, failed = embed(make(), [*TEXTS, long])
        assert list(vectors) == TEXTS
        assert right(vectors)
        assert failed == {long: "refused by the server: This model's maximum context length is 8192 tokens"}
        assert all(server.paid[text] == 1 for text in TEXTS)

    def test_several_texts_that_are_too_long_are_all_found(self, server, make):
        server.most_characters = 100
        texts = [text + ("long " * 50 if n % 3 == 0 else "") for n, text in enumerate(TEXTS)]
        vectors, failed = embed(make(), texts)
        assert set(failed) == set(texts[::3])
        assert set(vectors) == set(texts) - set(failed)
        assert all(server.paid[text] == 1 for text in vectors)

    def test_one_bad_text_does_not_make_later_requests_smaller(self, server, make):
        server.most_characters = 100
        texts = [f"t{n}" for n in range(600)]
        embed(make(), ["long " * 50, *texts])
        assert len(server.asked[-2]) == 256

    def test_a_server_that_takes_few_texts_at_once_gets_few_from_then_on(self, server, make):
        server.most_texts = 10
        texts = [f"t{n}" for n in range(200)]
        vectors, failed = embed(make(), texts)
        assert right(vectors)
        assert len(vectors) == 200
        assert failed == {}
        sizes = [len(batch) for batch in server.asked]
        assert sizes[:8] == [200, 1, 100, 50, 25, 13, 7, 6]
        assert set(sizes[8:]) == {6, 7}
        assert all(server.paid[text] == 1 for text in texts)

    @pytest.mark.parametrize("batch_tokens", [1, 50])
    def test_a_server_that_suddenly_refuses_everything_does_not_cost_a_text(self, server, make, batch_tokens):
        server.plan = [server.good] + [status(400, "Billing hard limit has been reached")] * 9
        done = {1: 1, 50: 5}[batch_tokens]
        with pytest.raises(Exception, match=rf"Billing hard limit has been reached.* {done} of 20 texts"):
            embed(make(), batch_tokens=batch_tokens)
        assert len(server.requests) < 8


class TestFacts:
    def test_an_unknown_model_is_asked_to_embed_one_letter_once(self, server, make):
        memory = {}
        facts = make(memory=memory).facts()
        assert (facts.states, facts.dimension) == (0, DIMENSION)
        assert (facts.units, facts.pools) == (("sentence",), ("native",))
        assert server.asked == [["a"]]
        assert make(memory=memory).facts() == facts
        assert len(server.requests) == 1

    @pytest.mark.parametrize(("name", "dimension"), [("3-small", 1536), ("3-large", 3072), ("ada-002", 1536)])
    def test_openais_models_are_known_without_asking(self, name, dimension):
        facts = ApiEncoder(f"text-embedding-{name}", Client(timeout=5)).facts()
        assert (facts.dimension, facts.max_tokens) == (dimension, 8191)

    def test_a_server_of_ones_own_may_call_anything_by_openais_names(self, make):
        assert make("text-embedding-3-small").facts().dimension == DIMENSION

    def test_the_identity_follows_from_address_name_and_prompt_alone(self, monkeypatch):
        monkeypatch.delenv("OPENAI_API_KEY")
        local = {"base_url": "http://localhost:1/v1"}
        options = [("m", {}), ("n", {}), ("m", local), ("m", {"prompt": "query: "})]
        identities = [load_encoder(f"openai:{name}", **chosen).identity for name, chosen in options]
        assert len({identity.fingerprint for identity in identities}) == 4
        assert {identity.family for identity in identities} == {"openai"}
        assert identities[2].details == local
        written = load_encoder("openai:m", base_url="HTTP://LOCALHOST:1/v1/embeddings/", timeout=3.0)
        assert written.identity == identities[2]

    @pytest.mark.parametrize(
        "url",
        ["localhost:8000", "ftp://host/v1", "http://", "https://host:port/v1", "http://a b/v1", "http://hö/v1", ""],
    )
    def test_what_is_no_address_is_refused(self, url):
        with pytest.raises(ConfigError, match="`base_url` is not a web address"):
            Client(url, timeout=5)


class TestEstimate:
    def test_cost_is_tokens_times_price(self):
        found = ApiEncoder("text-embedding-ada-002", Client(timeout=5)).estimate([Request("abcd" * 1000)] * 500)
        assert found == Estimate(500, 500_000, pytest.approx(0.05), PRICES_OF)
        assert "about 500,000 tokens at four characters each, about $0.0500 at the list price of" in found.show()

    @pytest.mark.parametrize(("cost", "words"), [(0.0, "$0.0000"), (3e-6, "less than $0.0001"), (1234.5, "$1,234.50")])
    def test_a_cost_is_never_rounded_away(self, cost, words):
        assert words in Estimate(1, 1, cost).show()

    def test_the_prompt_is_paid_for_too(self):
        encoder = ApiEncoder("text-embedding-ada-002", Client(timeout=5), prompt="x" * 400)
        assert encoder.estimate([Request("abcd")] * 10).tokens == 1010

    def test_the_price_of_another_server_is_not_known_and_nothing_is_asked(self, server, make):
        encoder = make("text-embedding-ada-002")
        assert encoder.estimate([Request("abcd"), Request("efgh")]) == Estimate(2, 2, None, PRICES_OF)
        assert "the price is not known" in encoder.estimate([Request("abcd")]).show()
        assert encoder.promises().units == ("sentence",)
        assert server.requests == []
