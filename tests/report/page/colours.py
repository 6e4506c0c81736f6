"""Whether letters can be read on what is behind them."""

import re


def rgb(text):
    """Red, green and blue of a computed style."""
    return [int(part) for part in re.findall(r"\d+", text)[:3]]


def luminance(colour):
    """How bright a colour is, from 0 to 1."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """How well two colours are told apart, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
