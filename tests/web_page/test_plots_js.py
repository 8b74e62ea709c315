"""The plots count right, and can be read without being seen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page


def call(page: Page, function: str, *arguments: object) -> Any:
    return page.evaluate(
        """async ([name, given]) => {
          const plots = await import("/static/js/plots.js");
          return plots[name](...given);
        }""",
        [function, list(arguments)],
    )


@pytest.mark.parametrize(
    ("low", "high", "wanted", "expected"),
    [
        (0, 10, 5, [0, 2, 4, 6, 8, 10]),
        (-3, 37, 4, [0, 10, 20, 30]),
        (0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (7, 7, 5, [7]),
        (-12, -2, 5, [-12, -10, -8, -6, -4, -2]),
    ],
)
def test_an_axis_has_round_steps(
    modules: Page, low: float, high: float, wanted: int, expected: list[float]
) -> None:
    assert call(modules, "ticks", low, high, wanted) == pytest.approx(expected)


@pytest.mark.parametrize("values", [[5], [3, 3, 3], [1, 2, 2, 9, 40], [-7, -6.5, 0, 12], list(range(200))])
def test_a_histogram_counts_every_value_once(modules: Page, values: list[float]) -> None:
    found = call(modules, "classes", values)
    edges, counts = found["edges"], found["counts"]
    assert sum(counts) == len(values)
    assert len(edges) == len(counts) + 1
    for place, count in enumerate(counts):
        inside = [value for value in values if edges[place] - 1e-9 <= value < edges[place + 1] - 1e-9]
        assert len(inside) == count


def test_a_plot_has_a_title_a_description_and_its_numbers(modules: Page) -> None:
    found = modules.evaluate(
        """async () => {
          const words = { "web_home.plot.numbers": "The numbers" };
          globalThis.fetch = async () => new Response(JSON.stringify(words));
          await (await import("/static/js/i18n.js")).loadLanguage();
          const { linePlot } = await import("/static/js/plots.js");
          const figure = linePlot({
            title: "Rating",
            about: "It rises.",
            series: [{ name: "Anna", points: [[0, 1], [1, 4]] }],
            marks: [{ x: 1, y: 4, label: "a mistake", seat: 0, onPress: () => {} }],
            xLabel: "game",
            yLabel: "rating",
          });
          document.body.append(figure);
          const canvas = figure.querySelector("svg");
          const labels = canvas.getAttribute("aria-labelledby").split(" ");
          return {
            said: labels.map((id) => document.getElementById(id).textContent),
            rows: [...figure.querySelectorAll("tbody tr")].map((row) => row.textContent),
            buttons: [...figure.querySelectorAll("button")].map((button) => button.ariaLabel),
          };
        }"""
    )
    assert found == {"said": ["Rating", "It rises."], "rows": ["01", "14"], "buttons": ["a mistake"]}
