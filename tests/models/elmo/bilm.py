"""A small ELMo in the format that bilm-tf writes, and what it computes, word by word in numpy."""

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np

from idioprobe.models.elmo.encoder import ElmoEncoder

OPTIONS: dict[str, Any] = {
    "n_tokens_vocab": 10,
    "char_cnn": {
        "activation": "relu",
        "embedding": {"dim": 4},
        "filters": [[1, 3], [2, 4], [3, 5]],
        "max_characters_per_token": 12,
        "n_characters": 262,
        "n_highway": 2,
    },
    "lstm": {
        "cell_clip": 0.6,
        "dim": 8,
        "n_layers": 2,
        "proj_clip": 0.5,
        "projection_dim": 5,
        "use_skip_connections": True,
    },
}
"""The clips are low enough to cut."""

BOS, EOS, BOW, EOW, PAD = 256, 257, 258, 259, 260


def options(**changes: Any) -> dict[str, Any]:
    """The options, with changes written as `lstm__dim=3`."""
    made = copy.deepcopy(OPTIONS)
    for key, value in changes.items():
        part, name = key.split("__")
        made[part][name] = value
    return made


def weights(of: dict[str, Any], seed: int = 0) -> dict[str, np.ndarray]:
    """Random weights by the names that the published files use."""
    cnn, lstm = of["char_cnn"], of["lstm"]
    random = np.random.default_rng(seed)
    width = sum(count for _, count in cnn["filters"])
    dim, projected = lstm["dim"], lstm["projection_dim"]
    shapes: dict[str, tuple[int, ...]] = {"char_embed": (261, cnn["embedding"]["dim"])}
    for i, (span, count) in enumerate(cnn["filters"]):
        shapes[f"CNN/W_cnn_{i}"] = (1, span, cnn["embedding"]["dim"], count)
        shapes[f"CNN/b_cnn_{i}"] = (count,)
    for i in range(cnn["n_highway"]):
        for gate in ("carry", "transform"):
            shapes[f"CNN_high_{i}/W_{gate}"] = (width, width)
            shapes[f"CNN_high_{i}/b_{gate}"] = (width,)
    if width != projected:
        shapes |= {"CNN_proj/W_proj": (width, projected), "CNN_proj/b_proj": (projected,)}
    for direction in (0, 1):
        for layer in range(lstm["n_layers"]):
            cell = f"RNN_{direction}/RNN/MultiRNNCell/Cell{layer}/LSTMCell"
            shapes |= {f"{cell}/W_0": (2 * projected, 4 * dim), f"{cell}/B": (4 * dim,)}
            if projected < dim:
                shapes[f"{cell}/W_P_0"] = (dim, projected)
    return {name: random.normal(0, 0.7, shape).astype(np.float32) for name, shape in shapes.items()}


def write(folder: Path, of: dict[str, Any], arrays: dict[str, np.ndarray], prefix: str = "elmo_tiny_") -> Path:
    """Both files, as they are published."""
    import h5py

    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{prefix}options.json").write_text(json.dumps(of))
    with h5py.File(folder / f"{prefix}weights.hdf5", "w") as file:
        for name, array in arrays.items():
            file.create_dataset(name, data=array)
    return folder


def encoder(folder: Path, of: dict[str, Any] | None = None, **changed: np.ndarray | None) -> ElmoEncoder:
    """A model called own, with other options or weights than the usual; None leaves a dataset out."""
    arrays = {**weights(OPTIONS), **changed}
    kept = {name: array for name, array in arrays.items() if array is not None}
    return ElmoEncoder(write(folder / "own", of or OPTIONS, kept), device="cpu")


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


class ByHand:
    """bilm-tf's graph for one sentence alone: characters numbered from 1 behind a row of zeros, states from zero."""

    def __init__(self, of: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
        self.cnn, self.lstm = of["char_cnn"], of["lstm"]
        self.w = {name: array.astype(np.float64) for name, array in arrays.items()}
        nothing = np.zeros((1, self.w["char_embed"].shape[1]))
        self.characters = np.concatenate([nothing, self.w["char_embed"]])

    def ids(self, characters: list[int]) -> list[int]:
        """Characters of one word between its brackets, filled up, and one more each."""
        width = self.cnn["max_characters_per_token"]
        padded = [BOW, *characters, EOW] + [PAD] * width
        return [character + 1 for character in padded[:width]]

    def word(self, word: str | int) -> np.ndarray:
        """The vector of a word, or of the beginning or end of a sentence, from its characters."""
        longest = self.cnn["max_characters_per_token"] - 2
        ids = self.ids([word] if isinstance(word, int) else list(word.encode("utf-8")[:longest]))
        rows = self.characters[ids]
        parts = []
        for i, (span, _) in enumerate(self.cnn["filters"]):
            kernel = self.w[f"CNN/W_cnn_{i}"][0]
            places = range(len(rows) - span + 1)
            found = [np.einsum("wd,wdn->n", rows[at : at + span], kernel) + self.w[f"CNN/b_cnn_{i}"] for at in places]
            best = np.max(found, axis=0)
            parts.append(np.maximum(best, 0) if self.cnn["activation"] == "relu" else np.tanh(best))
        x = np.concatenate(parts)
        for i in range(self.cnn["n_highway"]):
            carry = sigmoid(x @ self.w[f"CNN_high_{i}/W_carry"] + self.w[f"CNN_high_{i}/b_carry"])
            transform = np.maximum(x @ self.w[f"CNN_high_{i}/W_transform"] + self.w[f"CNN_high_{i}/b_transform"], 0)
            x = carry * transform + (1 - carry) * x
        return x @ self.w["CNN_proj/W_proj"] + self.w["CNN_proj/b_proj"] if "CNN_proj/W_proj" in self.w else x

    def step(self, direction: int, layer: int, x: np.ndarray, h: np.ndarray, c: np.ndarray) -> tuple[Any, Any]:
        """TensorFlow's LSTMCell: output and memory after one word."""
        cell = f"RNN_{direction}/RNN/MultiRNNCell/Cell{layer}/LSTMCell"
        i, j, f, o = np.split(np.concatenate([x, h]) @ self.w[f"{cell}/W_0"] + self.w[f"{cell}/B"], 4)
        c = sigmoid(f + 1.0) * c + sigmoid(i) * np.tanh(j)
        if self.lstm["cell_clip"] is not None:
            c = np.clip(c, -self.lstm["cell_clip"], self.lstm["cell_clip"])
        m = sigmoid(o) * np.tanh(c)
        if f"{cell}/W_P_0" in self.w:
            m = m @ self.w[f"{cell}/W_P_0"]
            if self.lstm["proj_clip"] is not None:
                m = np.clip(m, -self.lstm["proj_clip"], self.lstm["proj_clip"])
        return m, c

    def states(self, words: list[str]) -> np.ndarray:
        """Hidden states (layers, tokens, features) with the sentence's boundaries first and last."""
        inputs = np.stack([self.word(w) for w in (BOS, *words, EOS)])
        layers, lanes = [np.concatenate([inputs, inputs], axis=1)], [inputs, inputs[::-1]]
        for layer in range(self.lstm["n_layers"]):
            for direction, lane in enumerate(lanes):
                h, c = np.zeros(self.lstm["projection_dim"]), np.zeros(self.lstm["dim"])
                out = []
                for x in lane:
                    h, c = self.step(direction, layer, x, h, c)
                    out.append(h + x if layer and self.lstm["use_skip_connections"] else h)
                lanes[direction] = np.stack(out)
            layers.append(np.concatenate([lanes[0], lanes[1][::-1]], axis=1))
        return np.stack(layers)
