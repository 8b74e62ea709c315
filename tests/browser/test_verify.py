"""The fair shuffle as somebody at the table, and somebody who was not there, can check it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from playwright.sync_api import expect
from tests.browser.conftest import MakePerson
from tests.browser.playing import SHORT, play_on
from tests.support.forgeries import KINDS, played

from korthus.cli.app import main


def test_a_record_is_held_against_what_was_shown_at_the_table(
    make_person: MakePerson, tmp_path: Path
) -> None:
    persons = [make_person("click", motion="off"), make_person("click", motion="off")]
    anna, bo = persons
    link = anna.invite("eight", {"hands": "1"})
    anna.write(anna.find("seed"), "Anna's own words")
    anna.press(anna.find("seed-mix"))
    expect(anna.find("seed")).to_have_value("")
    bo.accept(link)
    play_on("eight", persons)
    file = anna.download_record(tmp_path)
    record = json.loads(file.read_text())

    anna.page.goto(f"/verify/{anna.code}")
    expect(anna.find("verdict-good")).to_contain_text("before the first card")
    expect(anna.find("noted")).to_have_count(0)
    command = shlex.split(anna.find("verify-command-text").input_value())
    assert command[1:3] == ["verify", file.name]
    assert command[3:] == ["--commitment", record["shuffle"]["commitment"], "--closing", record["closing"]]
    assert main(("verify", str(file), *command[3:])) == 0

    stranger = make_person("click", "Cleo")
    stranger.page.goto("/verify")
    stranger.find("record-file").set_input_files(file)
    expect(stranger.find("verdict-part")).to_contain_text("was not at that table")
    for seal, verdict in (("0" * 64, "bad"), (record["shuffle"]["commitment"], "part")):
        stranger.press(stranger.find("noted").locator("summary"))
        stranger.write(stranger.find("noted-seal"), seal)
        stranger.press(stranger.find("noted-check"))
        expect(stranger.find(f"verdict-{verdict}")).to_be_visible()

    # What a server could write afterwards: another game that fits its own seal.
    anew = tmp_path / "anew" / file.name
    anew.parent.mkdir()
    anew.write_text(json.dumps(played(KINDS[-2], "anew", "Anna's own words")))
    anna.page.goto("/verify")
    anna.find("record-file").set_input_files(anew)
    expect(anna.find("verdict-bad")).to_contain_text("not the one that was shown at the table")
    record["seats"][0]["name"] = "Somebody"
    renamed = tmp_path / "renamed.json"
    renamed.write_text(json.dumps(record))
    for person, words in ((anna, "not the one that was closed"), (stranger, "does not fit")):
        person.page.goto("/verify")
        person.find("record-file").set_input_files(renamed)
        expect(person.find("verdict-bad")).to_contain_text(words)


def test_a_table_that_shows_another_seal_is_called_out(make_person: MakePerson) -> None:
    anna = make_person("click")
    anna.invite("eight", SHORT["eight"])
    expect(anna.find("commitment")).not_to_be_empty()
    expect(anna.find("banner-seal")).to_have_count(0)
    anna.page.evaluate(
        """code => localStorage.setItem(`korthus.promise.${code}`,
            JSON.stringify({ commitment: "0".repeat(64), before: true, since: "" }))""",
        anna.code,
    )
    anna.page.reload()
    expect(anna.find("banner-seal")).to_contain_text("another seal")


def test_a_friend_reads_that_the_cards_can_be_known(make_person: MakePerson) -> None:
    """On the sheet of the invitation, in the waiting room, and at the table until it is read."""
    kind = ("kachuful", None, {"start_cards": 2, "total_rounds": 1}, 2)
    friends = [{"kind": "me", "name": "Anna"}, {"kind": "friend"}]
    anna, bo = make_person("click"), make_person("click")

    def invited(cut: int, seat_seed: str) -> None:
        record = played(kind, "known", seat_seed)
        part = {**record, "actions": record["actions"][:cut], "outcome": None}
        wish = {"game": "kachuful", "seats": friends, "at": part}
        made = anna.page.request.post("/api/tables", data=wish).json()
        bo.page.goto(f"/t/{made['code']}#join={made['invites'][0]['invite']}")
        expect(bo.find("known-cards")).to_contain_text("can know every hand")

    invited(1, "")
    bo.write(bo.find("sit-name"), "Bo")
    bo.press(bo.find("sit-down"))
    expect(bo.find("banner-known-cards")).to_contain_text("can know every hand")
    bo.press(bo.find("known-cards-read"))
    expect(bo.find("banner-known-cards")).to_have_count(0)
    told = bo.find("waiting").locator("[data-test=known-cards]")
    invited(0, "")
    bo.press(bo.find("only-watch"))
    expect(told).to_contain_text("changes all of them")
    invited(0, "the opener's choice")  # for the friend's seat, so that the friend can mix nothing in
    bo.press(bo.find("only-watch"))
    expect(told).to_contain_text("can know every hand")
    expect(told).not_to_contain_text("changes all of them")
