"""Texts, and everything that a server can do wrong with them, each with what is said about it."""

from idioprobe.core.views import View
from tests.models.api.server import vector
from tests.support import apart

KEY = "test-0123456789abcdefSECRET"
NATIVE = View("sentence", "native", "")
TEXTS = [f"She saw the eager beaver number {n}." for n in range(20)]


def embed(encoder, texts=TEXTS, batch_tokens=None):
    """All that the encoder says of some texts: vectors and reasons by text."""
    vectors, failed = {}, {}
    for encoded in encoder.encode(texts, {}, [NATIVE], batch_tokens):
        vectors |= {request.text: found for request, found in encoded.vectors.get(NATIVE, [])}
        failed |= {request.text: reason for request, reason in encoded.failed.get(NATIVE, [])}
    return vectors, failed


def right(vectors):
    """Whether each text has its own vector."""
    return all(apart(found, vector(text)) < 1e-6 for text, found in vectors.items())


def status(code, message="no luck", **headers):
    """An answer of that status; headers are written with underscores."""
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda _: (code, {"error": {"message": message}}, told)


def body(content):
    """A successful answer of that content."""
    return lambda _: (200, content)


def entries(inputs):
    """The vectors of a good answer."""
    return [{"index": place, "embedding": vector(text)} for place, text in enumerate(inputs)]


def all_with(**changed):
    """A good answer in which every vector has something else instead."""
    return lambda inputs: (200, {"data": [{**entry, **changed} for entry in entries(inputs)]})


def each(change):
    """A good answer in which every entry is changed."""
    return lambda inputs: (200, {"data": [change(entry) for entry in entries(inputs)]})


LASTING = {
    "bad key": (status(401, f"Incorrect API key provided: {KEY[:8]}****{KEY[-4:]}"), "refuses the key in OPENAI_API_"),
    "forbidden": (status(403, "not in your country"), r"answers 403 \(not in your country\)"),
    "no model": (status(404, "The model `tiny` does not exist"), "404 .*does not exist.*check the model's name"),
    "no such way": (status(405), "405 .*stands before /embeddings"),
    "moved": (status(301, Location="https://elsewhere.example/v1"), "leads elsewhere .*elsewhere.example"),
    "not implemented": (status(501, "no embeddings here"), "501"),
    "refuses all": (lambda _: (400, {"detail": [{"msg": "unknown field"}]}), "does not embed with tiny.*unknown field"),
}
"""What will not pass, so that the user has to change something."""

BROKEN = {
    "html": (body(b"<!DOCTYPE html><title>Log in</title>"), "answers with a web page .*log-in page"),
    "nothing": (body(b""), "an empty answer instead of vectors"),
    "words": (body(b"all is well"), "all is well instead of vectors"),
    "cut": (body(b'{"data": [{"index": 0, "embe'), "broken JSON instead of vectors"),
    "deep": (body(b"[" * 200_000), "broken JSON"),
    "list": (body([[1.0, 2.0]]), "instead of vectors"),
    "no data": (body({"object": "list"}), "holds no vectors"),
    "error as success": (body({"error": {"message": "model is loading"}}), "no vectors but says 'model is loading'"),
    "too few": (lambda inputs: (200, {"data": entries(inputs)[:-1]}), "19 vectors for 20 texts"),
    "too many": (lambda inputs: (200, {"data": entries([*inputs, "more"])}), "21 vectors for 20 texts"),
    "no index": (each(lambda entry: {"embedding": entry["embedding"]}), "index"),
    "no entry": (each(lambda entry: entry["embedding"]), "index"),
    "index twice": (all_with(index=0), "index"),
    "index from one": (each(lambda entry: {**entry, "index": entry["index"] + 1}), "0 to 19, each once"),
    "index true": (each(lambda entry: {**entry, "index": bool(entry["index"])}), "index"),
    "base64": (all_with(embedding="AACAPw=="), "not a list of numbers"),
    "null": (all_with(embedding=[None] + [1.0] * 7), "NaN, infinity or null in the vector of 'She saw"),
    "words inside": (all_with(embedding=["1.0"]), "not a list of numbers"),
    "nested": (all_with(embedding=[[1.0]]), "not a list of numbers"),
    "empty": (all_with(embedding=[]), "empty vectors"),
    "endless": (all_with(embedding=[10**400]), "a number too large to be kept"),
    "uneven": (each(lambda e: {**e, "embedding": [1.0] * (7 + e["index"] % 2)}), "of 7 and of 8 dimensions"),
    "nan": (all_with(embedding=[float("nan")] * 8), "NaN, infinity or null in the vector of 'She saw"),
    "infinite": (all_with(embedding=[1e39] * 8), "NaN, infinity"),
}
"""Answers that look like success and are none."""

PASSING = {
    "dead": ("hang up", "dropped the connection before its answer was whole, 7 times in a row"),
    "half": ("drop", "dropped the connection before its answer was whole, 7 times in a row"),
    "limited": (status(429, "slow down"), "limits the rate of requests .*slow down"),
    "failing": (status(503, "overloaded\x1b[31m\nvery much"), r"answers 503 \(overloaded \[31m very much\), 7 times"),
    "failing page": (lambda _: (502, b"<html>Bad gateway</html>"), r"answers 502 \(a web page"),
}
"""What may pass and does not."""
