"""What the tests do with a page in a browser."""

from __future__ import annotations

import json
from typing import Any

Driver = Any


class Browser:
    """A page in a browser."""

    def __init__(self, driver: Driver, url: str, address: str, width: int) -> None:
        self.driver = driver
        self._requests: list[str] = []
        self._errors: list[str] = []
        driver.get("about:blank")
        self._drain()
        self._requests.clear()
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=False,
        )
        self.prefer({})
        self.url = url.rpartition("/")[0]
        driver.get(url + address)

    def command(self, name: str, **more: Any) -> None:
        """A command of Chromium's own."""
        self.driver.execute_cdp_cmd(name, more)

    def prefer(self, features: dict[str, str]) -> None:
        """What the reader prefers, such as `prefers-color-scheme`."""
        media = [{"name": name, "value": value} for name, value in features.items()]
        self.command("Emulation.setEmulatedMedia", features=media)

    def run(self, script: str, *arguments: Any) -> Any:
        """The value of a script."""
        return self.driver.execute_script(script, *arguments)

    def wait(self, milliseconds: int) -> None:
        """Let the page go on for some time."""
        self.run(f"return new Promise(done => setTimeout(done, {milliseconds}))")

    def text(self, selector: str) -> str:
        """The text of the first element that fits."""
        found: str = self.run("return document.querySelector(arguments[0]).textContent", selector)
        return found

    def click(self, selector: str) -> None:
        """Click on the first element that fits."""
        self.run("document.querySelector(arguments[0]).click()", selector)

    def press(self, *keys: str) -> None:
        """Press keys, one after another, wherever the focus is."""
        from selenium.webdriver import ActionChains

        actions = ActionChains(self.driver, duration=0)
        for key in keys:
            actions.send_keys(key)
        actions.perform()

    def dom(self) -> str:
        """The whole document as it is now."""
        found: str = self.run("return document.documentElement.outerHTML")
        return found

    @property
    def step(self) -> int:
        """The step that is shown."""
        return int(self.text("#where").split()[1])

    @property
    def address(self) -> str:
        """The part of the address after the file."""
        found: str = self.run("return location.hash")
        return found

    def go(self, step: int) -> None:
        """Go to a step, by the slider."""
        self.run(
            "const s = document.getElementById('slider'); s.value = arguments[0];"
            "s.dispatchEvent(new Event('input'))",
            step,
        )

    def seats(self) -> list[dict[str, Any]]:
        """What the page shows of every seat."""
        found: list[dict[str, Any]] = self.run(
            """return [...document.querySelectorAll('.seat')].map((box) => ({
                 facts: box.children[1].textContent,
                 cards: [...box.children[2].querySelectorAll('.card')].map((c) => c.title),
                 hand: box.children[2].textContent,
                 tickets: [...box.querySelectorAll('.tickets button')].map((b) => b.textContent),
                 done: [...box.querySelectorAll('.tickets .done button')].map((b) => b.textContent),
               }))"""
        )
        return found

    def owners(self) -> dict[str, list[int]]:
        """The seats that own a route, by the route's id."""
        found: dict[str, str] = self.run(
            """return Object.fromEntries([...document.querySelectorAll('[data-owner]')]
                 .map((group) => [group.dataset.route, group.dataset.owner]))"""
        )
        return {route: [*map(int, owners.split(","))] for route, owners in found.items()}

    def _drain(self) -> None:
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self._requests.append(message["params"]["request"]["url"])
        self._errors += [entry["message"] for entry in self.driver.get_log("browser")]

    def complaints(self) -> list[str]:
        """Errors of the page, and requests for anything but the pages of the test."""
        self._drain()
        own = (self.url, "about:blank", "data:")
        return self._errors + [url for url in self._requests if not url.startswith(own)]
