# SPDX-License-Identifier: Apache-2.0
"""A phone: Chromium without a screen, whose accelerometer plays what it is given."""
import base64
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from shared.recording import Reading, Vector
from shared.report import check

# `devicemotion` comes only with all three.
SENSORS = ("accelerometer", "linear-acceleration", "gyroscope")
SECONDS = 20
# The least contrast of text and paper (WCAG 2, AA), over all text that is shown.
CONTRAST = """
const light = (color) => color.match(/[\\d.]+/g).slice(0, 3).map((each) => each / 255)
  .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
  .reduce((sum, each, index) => sum + each * [0.2126, 0.7152, 0.0722][index], 0);
const paper = (each) => {
  const color = getComputedStyle(each).backgroundColor;
  return color !== "rgba(0, 0, 0, 0)" || !each.parentElement ? color : paper(each.parentElement);
};
return Math.min(...[...document.querySelectorAll("h1, h2, p, small, dt, dd, button")]
  .filter((each) => each.offsetParent && each.textContent)
  .map((each) => [light(getComputedStyle(each).color), light(paper(each))].sort((one, other) => other - one))
  .map(([more, less]) => (more + 0.05) / (less + 0.05)));
"""


class Phone:
    """A browser with one page, which is closed at the end of `with`.

    `trusting` takes any certificate without its warning; `script` runs before those of the page.
    """

    def __init__(self, width: int = 390, height: int = 700, *, dark: bool = False, german: bool = False,
                 sensor: bool = True, still: bool = False, trusting: bool = True, script: str = "",
                 arguments: Sequence[str] = ()) -> None:
        options = webdriver.ChromeOptions()
        language = "de-DE" if german else "en-US"
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         f"--accept-lang={language}", *arguments):
            options.add_argument(argument)
        options.accept_insecure_certs = trusting
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options)
        self.resize(width, height)
        features = {"prefers-color-scheme": "dark" if dark else "light",
                    "prefers-reduced-motion": "reduce" if still else "no-preference"}
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": name, "value": value} for name, value in features.items()])
        if script:
            self.call("Page.addScriptToEvaluateOnNewDocument", source=script)
        for each in SENSORS if sensor else ():
            self.call("Emulation.setSensorOverrideEnabled", enabled=True, type=each,
                      metadata={"available": True, "minimumFrequency": 1, "maximumFrequency": 100})
            self._feel((0, 0, 9.8 if each == SENSORS[0] else 0), each)
        self.address = ""

    def __enter__(self) -> "Phone":
        return self

    def __exit__(self, *_: object) -> None:
        self.driver.quit()

    def call(self, method: str, **parameters: object) -> dict:
        return self.driver.execute_cdp_cmd(method, parameters)

    def run(self, script: str, *values: object) -> object:
        """What a script in the page returns."""
        return self.driver.execute_script(script, *values)

    def resize(self, width: int, height: int) -> None:
        self.width = width
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                  mobile=width < 1000)

    def open(self, address: str) -> None:
        self.address = address
        self.driver.get(address)

    def start(self) -> None:
        self.driver.find_element(By.ID, "start").click()

    def text(self, name: str) -> str:
        """The text of the element of this id."""
        return self.driver.find_element(By.ID, name).text

    @property
    def results(self) -> list[str]:
        """What the laptop recognized, the newest first, a reason after a line break."""
        return self.run("return [...document.getElementById('results').children].map((each) => each.innerText)")

    def wait(self, what: str, condition: Callable[[], object], seconds: float = SECONDS) -> None:
        WebDriverWait(self.driver, seconds, 0.02).until(lambda _: condition(), f"waited for {what}; page: {self.body}")

    def wait_result(self, words: str) -> None:
        self.wait(f"the result '{words}'", lambda: any(words in each for each in self.results))

    @property
    def body(self) -> str:
        return self.run("return document.body.innerText").replace("\n", " | ")

    def play(self, readings: Sequence[Reading], rest: float = 0.0) -> int:
        """Plays a recording in real time, and holds its end for some seconds.

        Returns the host's monotonic time of its time 0, in ns.
        """
        began, next_one = time.monotonic_ns(), 0
        zero = began - readings[0][0]
        while next_one < len(readings):
            passed = next_one
            while next_one < len(readings) and readings[next_one][0] <= time.monotonic_ns() - zero:
                next_one += 1
            if next_one > passed:
                self._feel(readings[next_one - 1][1])
            time.sleep(0.002)
        self.rest(readings[-1][1], rest)
        return zero

    def rest(self, vector: Vector, seconds: float) -> None:
        """Holds still, which still makes events."""
        self._feel(vector)
        time.sleep(seconds)

    def _feel(self, vector: Sequence[float], sensor: str = SENSORS[0]) -> None:
        self.call("Emulation.setSensorOverrideReadings", type=sensor, reading={"xyz": dict(zip("xyz", vector))})

    def hide(self) -> None:
        """Goes to the background, behind another tab."""
        self._front = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")

    def show(self) -> None:
        self.driver.close()
        self.driver.switch_to.window(self._front)
        self.call("Page.bringToFront")

    @property
    def sent(self) -> int:
        """The readings that the page has numbered, and of these those that wait."""
        return self.run("return first + queue.length")

    def check(self, answers: Sequence[int | str] = ()) -> None:
        """What holds of every page; the console tells of answers of these statuses, or errors, and of nothing else."""
        width = self.run("return document.documentElement.scrollWidth")
        check(width <= self.width, f"the page is {width} px wide on a screen of {self.width}")
        contrast = self.run(CONTRAST)
        check(contrast >= 4.5, f"the contrast of some text is {contrast:.2f}")
        errors = [line["message"] for line in self.driver.get_log("browser") if line["level"] == "SEVERE"
                  and not any(str(answer) in line["message"].partition(" - ")[2] for answer in answers)]
        check(not errors, f"on the console: {errors}")
        own = "{0.scheme}://{0.netloc}/".format(urlsplit(self.address))
        for line in self.driver.get_log("performance"):
            message = json.loads(line["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                asked = message["params"]["request"]["url"]
                check(asked.startswith((own, "data:", "chrome-error:", "chrome:", "about:")), f"the page asks {asked}")

    def picture(self, file: Path) -> None:
        """What is on the screen, as PNG."""
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))
