"""The page in a real browser: Chromium, driven by clicks, keys and touches. `make browser` installs what it takes."""

import json
import os
import shutil
import threading
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
import uvicorn

import turnwright
from turnwright.arena.store import Store
from turnwright.study.ledger import Ledger
from turnwright.study.plan import StudyPlan
from turnwright.web.app import make_app
from turnwright.web.limits import Limits

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "build" / "screenshots"
CHROMIUM = shutil.which("chromium")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
STATE = "hero_academy 3 1 5 a1K1000,b4X4500,c1a560,g2x4500 K2AI/a3w K3C/- 1824/10787"

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]


@contextmanager
def serving(place: Path, port: int = 0, plan: StudyPlan | None = None):
    """A server in a thread; yields its address."""
    with Store(place) as store:
        app = make_app(store, limits=Limits(requests_a_second=1000, burst=1000, games_a_minute=1000), plan=plan)
        config = uvicorn.Config(app, port=port, log_level="warning", timeout_graceful_shutdown=1)
        running = uvicorn.Server(config)
        thread = threading.Thread(target=running.run)
        thread.start()
        while not running.started:
            assert thread.is_alive()
        yield f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}"
        running.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("browser") / "games.db") as address:
        yield address


@pytest.fixture(scope="module")
def chromium():
    if CHROMIUM is None or find_spec("playwright") is None:
        reason = "Chromium or Playwright is missing; 'make browser' installs them"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium, server):
    """Opens a page at a path. Whatever it complains about, or asks of others, fails the test."""
    wrong: list[str] = []
    contexts = []

    def open_page(path: str = "/", *, width: int = 1280, height: int = 860, dark: bool = False, touch: bool = False):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", has_touch=touch
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(90_000)  # a busy machine compiles and draws slowly
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if is_wrong(message) else None)
        page.on("request", lambda asked: None if asked.url.startswith(server) else wrong.append(asked.url))
        page.add_init_script("localStorage.setItem('turnwright-speed', '\"instant\"')")
        page.goto(server + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture
def begin(chromium, server):
    """Begins a game by HTTP; returns its name."""

    def begin(**wanted) -> str:
        options = {"map": "a-tiny", "action_points": 3}
        context = chromium.new_context()
        game = {"options": options, "seed": 4, "seats": [{}, {"agent": "random"}]} | wanted
        answer = context.request.post(f"{server}/api/games", data=game)
        assert answer.ok, answer.text()
        name = answer.json()["name"]
        context.close()
        return name

    return begin


def is_wrong(message) -> bool:
    """Whether the console tells of a mistake of the page; what the server refuses is shown to the visitor anyway."""
    return message.type == "error" and "status of 400" not in message.text


def picture(page, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png", full_page=True)


def click_place(page, place: str) -> None:
    selector = (
        f'.hand button[data-place="{place}"]'
        if place.startswith("card:") or place == "deck"
        else f'[data-name="{place}"]'
    )
    page.click(selector)


def shown_game(page, server: str) -> dict:
    return page.request.get(f"{server}/api/games/{page.url.rpartition('/')[2]}").json()


def wait_for_turn(page) -> None:
    """Until a person may act, or the game is over."""
    page.wait_for_function(
        """() => document.querySelector('.controls .primary')?.disabled === false
        || document.querySelector('.banner')?.hidden === false"""
    )


def test_a_whole_game_by_clicks(open_page, server):
    """From the first page to the end of a game against an agent, and on to its review."""
    page = open_page("/")
    page.check("[name=one-level][value=random]")
    page.check("[name=map][value=a-tiny]")
    page.fill("#points", "3")
    page.fill("#seed", "4")
    picture(page, "new-game")
    page.click("button:text-is('Begin')")
    page.wait_for_url("**/game/*")
    page.wait_for_selector(".piece")
    for turn in range(60):
        wait_for_turn(page)
        game = shown_game(page, server)
        if game["over"]:
            break
        # Greedy Action advises; every action is carried out on the page.
        state = turnwright.state(game["notation"])
        for text in str(turnwright.agent("greedy_action").plan(state.view(), seed=turn)).split():
            if text == "end":
                page.click("button:text-is('End turn')")
            else:
                legal = {one["action"]: one for one in shown_game(page, server)["legal"]}
                click_place(page, legal[text]["from"])
                page.wait_for_selector(".mark, .swap")
                if turn == 3:
                    picture(page, "targets")
                count = game["count"]
                click_place(page, legal[text]["to"])
                page.wait_for_function("count => document.querySelectorAll('.mark').length === 0", arg=count)
            if not page.query_selector(".banner[hidden]"):
                break
    page.wait_for_selector(".banner .chart")
    assert "Player 1 has won" in page.inner_text(".banner")
    picture(page, "game-over")
    page.click("text=Review the game")
    page.wait_for_selector("text=Mean regret a turn")
    picture(page, "review")


def test_a_draft_and_a_battle_of_locm(open_page, server):
    """Thirty picks by clicks and keys, then turns of a battle by clicks, seen on a desk and on a phone."""
    page = open_page("/")
    page.check("[name=game][value=locm]")
    page.check("[name=one-level][value=random]")
    page.fill("#seed", "5")
    picture(page, "locm-new-game")
    page.click("button:text-is('Begin')")
    for number in range(30):
        page.wait_for_selector(f"text=draft, round {number + 1} of 30")
        page.wait_for_selector('[data-place="pick:0"].live')
        if number == 12:
            page.hover('[data-place="pick:1"]')
            picture(page, "locm-draft")
        if number % 2:
            page.keyboard.press("2")
        else:
            page.click(f'[data-place="pick:{number % 3}"]')
    fought = 0
    for turn in range(12):
        wait_for_turn(page)
        game = shown_game(page, server)
        while game["legal"] and not game["over"]:
            chosen = next((one for one in game["legal"] if one["action"].startswith("ATTACK")), game["legal"][0])
            page.click(f'[data-place="{chosen["from"]}"]')
            page.wait_for_selector(f'[data-place="{chosen["to"]}"].target')
            if chosen["action"].startswith("ATTACK"):
                fought += 1
                page.wait_for_selector(".pill")
                picture(page, f"locm-attack-{min(fought, 4)}")
            page.click(f'[data-place="{chosen["to"]}"]')
            page.wait_for_selector(".target", state="detached")
            before, game = game, shown_game(page, server)
            assert game["count"] == before["count"] + 1
            if turn == 3 and game["undoable"]:
                page.click("button:has-text('Undo')")
                page.wait_for_function("() => document.querySelector('.selected, .target') === null")
                page.wait_for_function(
                    "text => document.querySelector('.status').textContent.includes(text)",
                    arg=f"{before['position']['sides'][0]['mana']} mana left",
                )
                break
        if game["over"] or fought > 4:
            break
        page.click("button:text-is('End turn')")
        page.wait_for_selector(f"text=PASS >> nth={turn}")
    assert fought > 0
    for dark in (False, True):
        phone = open_page(page.url.removeprefix(server), width=360, height=740, dark=dark, touch=True)
        phone.wait_for_selector(".lane")
        picture(phone, f"locm-phone-{'dark' if dark else 'light'}")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_undo_by_button_and_by_key(open_page, begin, server):
    page = open_page(f"/game/{begin()}")
    page.wait_for_selector(".hand button")
    before = shown_game(page, server)
    card = before["legal"][0]
    for undo in (lambda: page.click("button:text-is('Undo')"), lambda: page.keyboard.press("u")):
        click_place(page, card["from"])
        click_place(page, card["to"])
        page.wait_for_selector("text=1 of 2 actions")
        undo()
        page.wait_for_selector("text=2 of 2 actions")
        assert shown_game(page, server) == before


def test_the_board_is_played_by_keys_alone(open_page, begin, server):
    page = open_page(f"/game/{begin()}")
    page.wait_for_selector(".hand button")
    card = next(one for one in shown_game(page, server)["legal"] if one["to"] == "a1")
    page.focus(f'.hand button[data-place="{card["from"]}"]')
    page.keyboard.press("Enter")
    page.wait_for_selector(".mark")
    page.focus('[data-name="b2"]')
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_selector('.piece[data-square="a1"]')
    page.keyboard.press("e")
    page.wait_for_selector("text=turn 3 of")


def test_a_reload_in_mid_turn_goes_on_where_it_was(open_page, begin, server):
    page = open_page(f"/game/{begin()}")
    page.wait_for_selector(".hand button")
    card = shown_game(page, server)["legal"][0]
    click_place(page, card["from"])
    click_place(page, card["to"])
    page.wait_for_selector("text=1 of 2 actions")
    before = shown_game(page, server)
    page.reload()
    page.wait_for_selector("text=1 of 2 actions")
    assert shown_game(page, server) == before
    page.click("button:text-is('Undo')")
    page.wait_for_selector("text=2 of 2 actions")


def test_an_open_page_outlives_a_restart_of_the_server(chromium, tmp_path):
    """The connection is lost and comes back by itself; the turn in progress goes on."""
    place = tmp_path / "games.db"
    page = chromium.new_page()
    with serving(place) as address:
        page.goto(f"{address}/")
        page.check("[name=mode][value=people]")
        page.click("button:text-is('Begin')")
        page.wait_for_selector(".hand button")
        card = shown_game(page, address)["legal"][0]
        click_place(page, card["from"])
        click_place(page, card["to"])
        page.wait_for_selector("text=2 of 3 actions")
    page.wait_for_selector("text=The connection was lost")
    with serving(place, int(address.rpartition(":")[2])):
        page.wait_for_selector(".error", state="detached")
        page.click("button:text-is('Undo')")
        page.wait_for_selector("text=3 of 3 actions")
        page.close()


def test_hidden_cards_never_reach_the_page(open_page, begin, server):
    name = begin(hands="hidden", seats=[{}, {"agent": "greedy_action"}])
    page = open_page("/rules")
    said: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: said.append(str(frame))))
    page.goto(f"{server}/game/{name}")
    for _ in range(4):
        wait_for_turn(page)
        page.click("button:text-is('End turn')")
        page.wait_for_timeout(100)
    wait_for_turn(page)
    positions = [position for message in said if (position := json.loads(message).get("position"))]
    assert len(positions) > 4
    assert all(position["hands"][1] == {} for position in positions)
    assert not [message for message in said if "chance=" in message]
    assert page.locator(".side.owner-1 .back").count() == positions[-1]["unknown"][1]
    picture(page, "hidden")


def test_two_people_at_one_screen_do_not_see_each_others_hands(open_page, begin):
    page = open_page(f"/game/{begin(hands='hidden', seats=[{}, {}])}")
    page.wait_for_selector("text=I am player 1")
    assert page.locator(".hand button").count() == 0
    picture(page, "pass-the-screen")
    page.click("text=I am player 1")
    page.wait_for_selector(".side.owner-0 .hand button")
    page.click("button:text-is('End turn')")
    page.wait_for_selector("text=I am player 2")
    assert page.locator(".hand button").count() == 0


def test_two_agents_are_watched(open_page, begin):
    page = open_page(f"/game/{begin(seats=[{'agent': 'greedy_action'}, {'agent': 'random'}])}")
    page.wait_for_selector(".banner:not([hidden]) .chart")
    assert "has won" in page.inner_text(".banner") or "drawn" in page.inner_text(".banner")


def test_thinking_along(open_page, begin):
    """While an agent plans: its best turn as ghosts, its value, its counters, a curve."""
    page = open_page(f"/game/{begin(seats=[{'agent': 'oep', 'budget': '3s'}, {}])}")
    page.wait_for_selector(".ghost")
    assert page.locator(".chart .line").count() == 1
    assert "evaluations" in page.inner_text(".figures")
    picture(page, "thinking")


def test_a_pasted_position_is_analysed(open_page):
    page = open_page("/analyse")
    page.wait_for_selector(".piece")
    page.fill("#notation", STATE)
    page.click("button:text-is('Show')")
    page.wait_for_selector('.piece[data-square="c1"]')
    page.select_option("#analyst-agent", "greedy_action")
    page.fill("#analyst-budget", "")
    page.click("button:text-is('Analyse')")
    page.wait_for_selector(".lines button")
    turn = page.inner_text(".lines .turn >> nth=0")
    walk = turnwright.state(STATE).walk([turnwright.state(STATE).game.parse_action(word) for word in turn.split()])
    assert walk.is_whole
    for action in reversed(turn.split()[:-1]):
        page.click("[aria-label='One action back']")
        assert action in page.inner_text(".status")
    picture(page, "analysis")
    page.fill("#notation", "nonsense")
    page.click("button:text-is('Show')")
    page.wait_for_selector(".error")


def test_a_position_is_set_up_by_hand(open_page):
    page = open_page("/analyse")
    page.wait_for_selector(".piece")
    page.click("button:text-is('Set up by hand')")
    page.click('[aria-label="player 2\'s ninja"]')
    page.click('[data-name="e3"]')
    page.wait_for_function("() => document.querySelector('#notation').value.includes('e3n800')")
    page.click("[aria-label='helm']")
    page.click('[data-name="e3"]')
    page.wait_for_function("() => document.querySelector('#notation').value.includes('e3n800h')")
    page.click("[aria-label='eraser']")
    page.click('[data-name="e3"]')
    page.wait_for_function("() => !document.querySelector('#notation').value.includes('e3n')")


def test_a_stored_game_is_played_back(open_page, begin, server):
    page = open_page(f"/game/{begin(seats=[{'agent': 'greedy_action'}, {'agent': 'random'}])}")
    page.click(".banner:not([hidden]) >> text=Replay")
    page.wait_for_url("**/replay/*")
    page.wait_for_selector("text=Turn 1:")
    number = page.url.partition("/replay/")[2].partition("#")[0]
    record = page.request.get(f"{server}/api/stored-games/{number}").json()
    page.click("[aria-label='One action on']")
    page.wait_for_selector(f"text=Turn 1, {record['turns'][0].split()[0]}:")
    page.click("[aria-label='To the end']")
    page.wait_for_selector(f"text=Turn {len(record['turns'])},")
    page.fill(".scrubber", "2")
    page.wait_for_selector("text=Turn 3:")
    picture(page, "replay")
    page.goto(f"{server}/replay/{number}#2.0")
    page.reload()
    page.wait_for_selector(f"text=Turn 2, {record['turns'][1].split()[0]}:")
    with page.expect_download() as download:
        page.click("text=Notation")
    assert download.value.suggested_filename == f"game-{number}.txt"
    page.goto(f"{server}/results")
    page.wait_for_selector(f"text=#{number}")


def test_the_introduction_can_be_finished(open_page):
    page = open_page("/learn")
    for source, target in (
        ("card:K", "a1"), ("a1", "b1"), ("c1", "d2"), ("c1", "d2"), ("b1", "b2"), ("card:S", "c3"), ("c3", "d2"),
        ("d4", "e2"),
    ):  # fmt: skip
        page.wait_for_selector(".table.lesson .piece")
        click_place(page, source)
        page.wait_for_selector(".mark")
        click_place(page, target)
        if source != "card:S":
            page.click("button:text-is('Next')")
        else:
            page.wait_for_selector('.piece[data-square="c3"] .gear')
    page.wait_for_selector("text=Play your first game")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_page_fits_a_phone(open_page, begin, server, dark):
    """At 360 pixels nothing sticks out, and a card is played by touch."""
    page = open_page(
        f"/game/{begin(options={'map': 'a', 'action_points': 5})}", width=360, height=740, dark=dark, touch=True
    )
    page.wait_for_selector(".hand button")
    card = next(one for one in shown_game(page, server)["legal"] if one["to"] == "a1")
    page.tap(f'.hand button[data-place="{card["from"]}"]')
    page.wait_for_selector(".mark")
    picture(page, f"phone-game-{'dark' if dark else 'light'}")
    page.tap('[data-name="a1"]')
    page.wait_for_selector('.piece[data-square="a1"]')
    for path in ("/", "/analyse", "/results", "/learn", "/rules", "/api", page.url.removeprefix(server)):
        page.goto(server + path)
        page.wait_for_selector("main h1")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        picture(page, f"phone{path.split('/')[1] and '-' + path.split('/')[1]}-{'dark' if dark else 'light'}")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == (
        "rgb(25, 27, 29)" if dark else "rgb(246, 244, 239)"
    )


def test_the_theme_can_be_changed_and_is_remembered(open_page):
    page = open_page("/")
    page.click("#theme")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(25, 27, 29)"
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(25, 27, 29)"
    page.wait_for_selector("form")
    picture(page, "new-game-dark")


def test_every_control_has_a_name(open_page, begin):
    """What a screen reader meets: squares, cards and buttons all say what they are."""
    for path in (f"/game/{begin()}", "/", "/analyse"):
        page = open_page(path)
        page.wait_for_selector("main button")
        unnamed = page.evaluate(
            """() => [...document.querySelectorAll('button, a, input, select, textarea, [role=gridcell], [role=img]')]
            .filter((node) => node.checkVisibility() && !(node.getAttribute('aria-label') || node.textContent.trim()
                || node.labels?.length)).map((node) => node.outerHTML)"""
        )
        assert unnamed == []


def test_a_study_from_consent_to_comment(chromium, tmp_path):
    """A beginner agrees, answers, reads the rules, plays, gives up and comments; all of it is kept."""
    plan = StudyPlan(
        name="browser",
        title="You against a machine",
        consent="We record your game.\n\nNothing else.",
        rules="Destroy the crystals.",
        agent="random",
        budget="1ev",
        threads=1,
        game="hero_academy:map=a-tiny,deck=TINY,action_points=2,draws=random",
        person="first",
    )
    place = tmp_path / "games.db"
    with serving(place, plan=plan) as address:
        page = chromium.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"{address}/")
        page.wait_for_selector("text=Nothing else.")
        assert page.is_disabled("button:text-is('Go on')")
        picture(page, "study-consent")
        page.check("#agreed")
        page.click("button:text-is('Go on')")
        page.check("[name=skill][value=beginner]", force=True)
        page.click("button:text-is('Go on')")
        page.wait_for_selector("text=Destroy the crystals.")
        picture(page, "study-rules")
        page.click("button:text-is('Begin the game')")
        wait_for_turn(page)
        page.click("button:text-is('End turn')")
        page.wait_for_selector("text=turn 3 of")
        page.on("dialog", lambda dialog: dialog.accept())
        page.click("button:text-is('Resign')")
        page.fill("#comment", "Too strong for me.")
        picture(page, "study-end")
        page.click("button:text-is('Send')")
        page.wait_for_selector("text=that was kept")
        page.close()
    assert wrong == []
    with Store(place) as store:
        (kept,) = Ledger(store).participations("browser")
    assert (kept.game.skill, kept.ending, kept.game.turns) == ("beginner", "resigned", 2)
    assert kept.comment == "Too strong for me."
