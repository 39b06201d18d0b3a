"""A real browser for the tests of pictures and pages: Chromium, as the system has it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.pictures.browser import Browser

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = "no browser: apt-get install chromium chromium-driver"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A headless Chromium, started once."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    driver = shutil.which("chromedriver")
    if program is None or driver is None:
        pytest.skip(MISSING)
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    found = webdriver.Chrome(options=options, service=Service(driver))
    yield found
    found.quit()


@pytest.fixture
def browse(chromium: Any, tmp_path: Path) -> Iterator[Callable[..., Browser]]:
    """Open a page, given as text; at the end, see that nothing went wrong in it."""
    opened: list[Browser] = []

    def open_page(text: str, address: str = "", width: int = 1200) -> Browser:
        path = tmp_path / f"{len(opened)}.html"
        path.write_text(text, "utf-8")
        opened.append(Browser(chromium, path.as_uri(), address, width))
        return opened[-1]

    yield open_page
    assert [complaint for page in opened for complaint in page.complaints()] == []
