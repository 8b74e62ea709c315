"""Windows of every size, and what is wrong with a table in one of them."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import ViewportSize
from tests.browser.person import Person


def _size(width: int, height: int) -> ViewportSize:
    return {"width": width, "height": height}


#: Phones both ways round, tablets both ways round, a short laptop window, desks, and a desk at 200 % zoom.
SIZES: Final = (
    _size(320, 568),
    _size(390, 844),
    _size(568, 320),
    _size(844, 390),
    _size(820, 1180),
    _size(1180, 820),
    _size(1280, 640),
    _size(1440, 900),
    _size(2560, 1440),
    _size(640, 400),
)
#: A hand that is over lies there for five rests. With this rest no other timer is as long, and a page that
#: never lets it ring keeps the hand on the table while the test looks at it.
REST: Final = 101
STAY: Final = """{
    const ring = window.setTimeout.bind(window);
    window.setTimeout = (call, wait, ...rest) => ring(call, wait === 505 ? 2 ** 31 - 1 : wait, ...rest);
}"""
#: What a finger can hit, in pixels.
FINGER: Final = 44
#: A card is wide enough for its index to be read, in pixels.
NARROWEST: Final = 34
#: The part of a card's width that shows its index when the next card lies over it.
INDEX: Final = 0.3

#: The own cards at each table, and the buttons of the moment.
HANDS: Final = (
    ".mulle-hand .card, .kf-mine .fan .card, .mus-side.me .fan .card, .eight-hand .card, .df-hand .card"
)
BUTTONS: Final = (
    ".mulle-doings button, .kf-bid, .kf-target, .mus-say button, .mus-discard, .mus-next, "
    ".eight-doings button, .df-actions button"
)

#: What is wrong here and now: each fault as a sentence.
_FAULTS: Final = """({ hands, buttons, finger, narrowest, index }) => {
    const seen = (selector) => [...document.querySelectorAll(selector)]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }));
    const nameOf = (each) => each.dataset.test ?? each.textContent;
    const boxOf = (each) => each.getBoundingClientRect();
    const cards = seen(hands);
    const acts = seen(buttons);
    const faults = [];
    const say = (what, each) => {
        const { left, top, right, bottom } = boxOf(each);
        faults.push(`${nameOf(each)} ${what}: ${[left, top, right, bottom].map(Math.round)}`);
    };
    const wide = document.documentElement;
    if (wide.scrollWidth > wide.clientWidth) faults.push(`the page is ${wide.scrollWidth} wide`);
    for (const each of document.querySelectorAll(".game-table table")) {
        if (boxOf(each).right > innerWidth + 1) say("is cut", each);
    }
    for (const each of [...cards, ...acts]) {
        const { left, top, right, bottom, width, height } = boxOf(each);
        if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) {
            say("is outside the window", each);
            continue;
        }
        // A card may lie under the next one: its index must be there to be touched.
        const card = each.matches(".card");
        const x = left + (card ? Math.min(8, width / 4) : width / 2);
        const y = top + height / (card ? 4 : 2);
        if (!each.contains(document.elementFromPoint(x, y))) say("is covered", each);
        if (height < finger - 0.5 || width < (card ? narrowest : finger) - 0.5) say("is too small", each);
    }
    const meet = (one, other) => {
        const [a, b] = [boxOf(one), boxOf(other)];
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    };
    acts.forEach((one, at) => {
        for (const other of [...acts.slice(at + 1), ...cards]) {
            if (meet(one, other)) say(`lies over ${nameOf(other)}`, one);
        }
    });
    const lefts = cards.map((each) => boxOf(each).left);
    for (const [at, left] of lefts.slice(1).entries()) {
        const next = cards[at + 1];
        if (left - lefts[at] < index * boxOf(next).width) say("hides the index before it", next);
    }
    return faults;
}"""
_WISHES: Final = {
    "hands": HANDS,
    "buttons": BUTTONS,
    "finger": FINGER,
    "narrowest": NARROWEST,
    "index": INDEX,
}


def faults_at_all_sizes(person: Person, moment: str, sizes: tuple[ViewportSize, ...] = SIZES) -> list[str]:
    """Walk the page through the sizes; everything that is wrong with the table that it shows, in words."""
    found = []
    for size in sizes:
        person.page.set_viewport_size(size)
        # Two frames: one in which a table notices its new size, one in which it has drawn it.
        person.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        faults: list[str] = person.page.evaluate(_FAULTS, _WISHES)
        found += [f"{moment} at {size['width']}x{size['height']}: {fault}" for fault in faults]
    return found
