"""What a hand does besides pressing: it drags cards, and presses twice by mistake."""

from __future__ import annotations

from playwright.sync_api import Locator, expect
from tests.browser.conftest import MakePerson
from tests.browser.pages import open_table, till_a_capture, till_my_turn
from tests.browser.person import Person
from tests.browser.playing import play_on


def _drag(person: Person, what: Locator, where: Locator) -> None:
    """Drag one thing onto another with the mouse."""
    what.hover(position={"x": 8, "y": 24})  # waits until it lies still
    goal = where.bounding_box()
    assert goal is not None
    mouse = person.page.mouse
    mouse.down()
    mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=6)
    mouse.up()


def test_a_card_dragged_to_the_middle_is_played(make_person: MakePerson) -> None:
    person = make_person("click")
    open_table(person, "kachuful", 2, {"start_cards": 3, "total_rounds": 1})
    play_on("kachuful", [person], turns=1)
    till_my_turn(person)
    card = person.page.locator(".kf-mine .card.playable").first
    name = card.get_attribute("data-card")
    _drag(person, card, person.page.locator(".kf-cloth"))
    expect(person.page.locator(f'.kf-mine .card[data-card="{name}"]')).to_have_count(0)
    play_on("kachuful", [person])


def test_a_card_dragged_to_a_board_lies_there_and_comes_back(make_person: MakePerson) -> None:
    person = make_person("click")
    open_table(person, "eight", 2, {"hands": 1})
    till_my_turn(person)
    card = person.page.locator(".eight-hand .card").nth(2)
    name = card.get_attribute("data-card")
    lying = person.page.locator(f'[data-test="lane-B"] .card[data-card="{name}"]')
    held = person.page.locator(f'.eight-hand .card[data-card="{name}"]')
    _drag(person, card, person.find("lane-B"))
    expect(lying).to_be_visible()
    expect(held).to_have_count(0)
    _drag(person, lying, person.page.locator(".eight-hand"))
    expect(held).to_be_visible()
    expect(lying).to_have_count(0)
    play_on("eight", [person])


def test_a_card_dragged_to_a_pile_takes_it_or_asks_how(make_person: MakePerson) -> None:
    person = make_person("click")
    open_table(person, "mulle")
    till_a_capture(person)
    hand = person.page.locator(".mulle-hand .card")
    before = hand.count()
    _drag(
        person, person.page.locator(".mulle-hand .card.selected"), person.page.locator(".pile.target").first
    )
    asked = person.find("action-back")
    expect(asked.or_(hand.nth(before - 2)).first).to_be_visible()
    if asked.is_visible():
        person.press(person.page.locator(".mulle-doings .primary"))
    expect(hand).to_have_count(before - 1)


def test_a_doubled_press_is_one_action(make_person: MakePerson) -> None:
    person = make_person("click")
    open_table(person, "kachuful", 2, {"start_cards": 4, "total_rounds": 1})
    till_my_turn(person)
    person.page.locator(".kf-bid:not(.dimmed)").first.dblclick()
    till_my_turn(person)
    expect(person.page.locator(".toast")).to_have_count(0)
    assert sum("You bid" in text for text in person.page.locator(".log li").all_inner_texts()) == 1
    play_on("kachuful", [person])
