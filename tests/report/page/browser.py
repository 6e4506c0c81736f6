"""A headless Chromium that keeps account of what a page does."""

import json

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

ARGUMENTS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
)
PATIENCE = 60
CUT = """const whole = (box, width) => box.x >= -1 && box.x + box.width <= width + 1;
return [...document.querySelectorAll(".picture > svg")].flatMap((svg) => [...svg.querySelectorAll("text")]
  .filter((text) => !whole(text.getBBox(), svg.viewBox.baseVal.width)).map((text) => text.textContent));"""
"""Labels that a picture cuts off."""


class Browser:
    """Opens one page at a time."""

    def __init__(self, chromium, chromedriver, profile):
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for argument in (*ARGUMENTS, f"--user-data-dir={profile}"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self._driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(chromedriver))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._driver.quit()

    def open(self, path, *, width=1280, height=900, dark=False, media="screen"):
        """Open a page and wait until it is drawn; what was logged before is forgotten."""
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self._driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": scheme})
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        for kind in ("browser", "performance"):
            self._driver.get_log(kind)
        self._driver.get(path.as_uri())
        self.until(lambda: self.run("return document.documentElement.dataset.ready"))

    def until(self, condition):
        """Wait for something to become true."""
        return WebDriverWait(self._driver, PATIENCE).until(lambda _: condition())

    def run(self, script, *arguments):
        """What a script returns."""
        return self._driver.execute_script(script, *arguments)

    def all(self, selector):
        """The elements that a selector finds."""
        return self._driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        """The one element that it finds."""
        (found,) = self.all(selector)
        return found

    def texts(self, selector):
        """The texts of the elements, shown or not."""
        return [element.get_attribute("textContent").strip() for element in self.all(selector)]

    def click(self, selector):
        """Bring an element into view and click it, as a script would: whatever lies above it."""
        self.run("arguments[0].scrollIntoView({block: 'center'}); arguments[0].click()", self.one(selector))

    def type(self, selector, text):
        """Replace what stands in a field."""
        element = self.one(selector)
        element.clear()
        element.send_keys(text)

    def press_tab(self):
        """Go on with the keyboard."""
        self._driver.switch_to.active_element.send_keys(Keys.TAB)

    def focused(self):
        """The element that has the focus."""
        return self._driver.switch_to.active_element

    def draw_all(self):
        """Scroll every figure of the gallery into view until it is drawn, and return how many there are."""
        charts = self.all(".thumbnail")
        for chart in charts:
            self.run("arguments[0].scrollIntoView()", chart)
            self.until(lambda chart=chart: chart.find_elements(By.CSS_SELECTOR, "canvas, svg, p"))
        return len(charts)

    def choose(self, selector, value):
        """Choose an option of a list, as a reader does."""
        script = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))"
        self.run(script, self.one(selector), str(value))

    def save(self, selector, folder):
        """Click a button that saves a file, and return what is in it."""
        self._driver.execute_cdp_cmd("Page.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
        before = set(folder.iterdir())
        self.click(selector)

        def made():
            return [f for f in folder.iterdir() if f not in before and f.suffix != ".crdownload" and f.stat().st_size]

        return self.until(made)[0].read_bytes()

    def complaints(self):
        """Console messages of any weight."""
        return [entry["message"] for entry in self._driver.get_log("browser")]

    def requests(self):
        """Addresses that the page asked for, itself aside."""
        messages = [json.loads(entry["message"])["message"] for entry in self._driver.get_log("performance")]
        sent = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
        return [url for url in sent if not url.startswith(("data:", "blob:"))][1:]
