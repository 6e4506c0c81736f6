"""Draws the examples beside this file: all-MiniLM-L6-v2 on the starter set (`make figures`).

The picture of the page needs chromium and chromedriver.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
PROGRAM = (sys.executable, "-m", "idioprobe")
RUNS: dict[str, tuple[str, ...]] = {
    "probes": ("--view", "mean@last4,mean@all"),
    "epsilon": ("--suite", "epsilon"),
    "page": (),
}
EXAMPLES = {"H2": "probes", "H4": "probes", "layers": "probes", "W2": "epsilon"}
"""Figures, and the run that each is drawn from."""

WIDTH, HEIGHT = 1280, 720


def main() -> None:
    """Run, then draw."""
    with tempfile.TemporaryDirectory() as folder:
        places = {name: str(Path(folder) / name) for name in RUNS}
        for name, options in RUNS.items():
            asked = ("--language", "en", "--condition", "nat,neut", "--out", places[name])
            subprocess.run([*PROGRAM, "run", *asked, *options], check=True)
        for name, run in EXAMPLES.items():
            file = str(HERE / f"{name}.svg")
            subprocess.run([*PROGRAM, "figures", places[run], "-f", name, "--title", "-o", file], check=True)
        page = Path(folder) / "report.html"
        subprocess.run([*PROGRAM, "report", places["page"], "-o", str(page)], check=True)
        photograph(page, HERE / "page.png")


def photograph(page: Path, picture: Path) -> None:
    """The first screen of the page."""
    from selenium import webdriver
    from selenium.webdriver.support.ui import WebDriverWait

    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", f"--window-size={WIDTH},{HEIGHT}"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        driver.get(page.as_uri())
        WebDriverWait(driver, 60).until(lambda d: d.find_elements("css selector", "#headline svg"))
        driver.save_screenshot(str(picture))
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
