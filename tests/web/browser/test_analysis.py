"""The page to analyse on."""

import re
from urllib.parse import quote

import turnwright

STATE = "hero_academy 3 1 5 a1K1000,b4X4500,c1a560,g2x4500 K2AI/a3w K3C/- 1824/10787"

# All that the panel of the running search tells: a quick search hides it again before one could look.
WATCH_THE_SEARCH = """() => {
  const panel = document.querySelector("[aria-label='The search']");
  window.told = [];
  new MutationObserver(() => panel.hidden || window.told.push(panel.innerText))
    .observe(panel, { attributes: true, childList: true, subtree: true });
}"""


def test_a_pasted_position_is_analysed(open_page, picture):
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


def test_a_position_is_set_up_by_hand(open_page, picture):
    page = open_page("/analyse")
    page.wait_for_selector(".piece")
    page.click("button:has-text('Set up by hand')")
    page.click('[aria-label="player 2\'s ninja"]')
    page.click('[data-name="e3"]')
    page.wait_for_function("() => document.querySelector('#notation').value.includes('e3n800')")
    page.click("[aria-label='helm']")
    page.click('[data-name="e3"]')
    page.wait_for_function("() => document.querySelector('#notation').value.includes('e3n800h')")
    page.fill("#set-hp", "250")
    page.click("[aria-label='hit points']")
    page.click('[data-name="e3"]')
    page.wait_for_function("() => document.querySelector('#notation').value.includes('e3n250h')")
    page.fill("#set-hp", "4000")
    page.click('[data-name="e3"]')
    page.wait_for_function(
        "() => document.querySelector('#notation').value.includes('e3n880h')"
    )  # no more than it can have
    shapes = [page.locator(f'[aria-label="player {player}\'s ninja"] .token') for player in (1, 2)]
    assert [shape.evaluate("node => node.tagName") for shape in shapes] == ["circle", "rect"]
    colours = [shape.evaluate("node => getComputedStyle(node).fill") for shape in shapes]
    assert colours[0] != colours[1]
    picture(page, "set-up")
    page.click("[aria-label='eraser']")
    page.click('[data-name="e3"]')
    page.wait_for_function("() => !document.querySelector('#notation').value.includes('e3n')")


def test_a_population_is_shown_over_its_generations(open_page, picture):
    """Its fitness as a chart, and its best genomes, which are stepped through on the board like the best turn."""
    page = open_page("/analyse")
    page.wait_for_selector(".piece")
    page.select_option("#analyst-agent", "oep")
    page.fill("#analyst-budget", "4000ev")
    page.click("button:text-is('Analyse')")
    page.wait_for_selector(".chart.population")
    for line in ("best", "median", "worst"):
        assert page.locator(f".population .line.{line}").count() == 1
    genome = page.locator("[aria-label='Best genomes'] button >> nth=1")
    words = genome.locator(".turn").inner_text().split()
    genome.click()
    page.wait_for_selector(
        "[aria-label='Best genomes'] li:nth-child(2) button[aria-pressed=true]"
    )  # once it was played
    assert page.locator(".lines button[aria-pressed=true]").count() == 1
    page.wait_for_selector(".status:has-text('end:')")
    page.click("[aria-label='One action back']")
    page.wait_for_selector(f".status:has-text('{words[-2]}:')")
    picture(page, "population")
    page.click("[aria-label='Before the turn']")
    page.wait_for_selector(".ghost")
    page.click("button:text-is('Play it')")
    page.wait_for_selector("text=Player 2 to move")


def test_the_reply_that_an_agent_fears_is_told_and_shown(open_page, picture):
    """While it searches and at the end; it can be stepped through on the board after the turn."""
    page = open_page("/analyse")
    page.wait_for_selector(".piece")
    page.select_option("#analyst-agent", "reply")
    page.fill("#analyst-budget", "400kit")
    page.fill("#lines", "1")
    page.evaluate(WATCH_THE_SEARCH)
    page.click("button:text-is('Analyse')")
    page.wait_for_selector("[aria-label='Best turns'] .feared")
    assert any("Fears the reply" in told for told in page.evaluate("() => window.told"))
    words = page.inner_text("[aria-label='Best turns'] .feared .mono").split()
    start = turnwright.state(page.input_value("#notation"))
    turn = page.inner_text(".lines .turn").split()
    after = start.play(*turn)
    assert after.walk([after.game.parse_action(word) for word in words]).is_whole
    page.click("button:text-is('Show it')")
    page.wait_for_selector(f".status:has-text('{words[0]}:')")
    page.click("[aria-label='One action on']")
    page.wait_for_selector(f".status:has-text('{words[1]}:')")
    picture(page, "reply")


def test_the_visits_of_a_tree_are_shown(open_page, picture):
    page = open_page("/analyse")
    page.wait_for_selector(".piece")
    page.fill("#lines", "1")
    for agent, title in (("mcts", "First actions by visits"), ("emcts", "First mutations by visits")):
        page.select_option("#analyst-agent", agent)
        page.fill("#analyst-budget", "2000it")
        page.click("button:text-is('Analyse')")
        page.wait_for_selector(f"text={title}")
        picture(page, f"visits-{agent}")
    page.select_option("#analyst-agent", "mcts")
    page.fill("#analyst-budget", "100ms")
    page.click("button:text-is('Analyse')")
    page.wait_for_selector("text=a tree search also shows its visits")


def test_every_example_is_a_position(open_page, server):
    page = open_page("/analyse")
    page.wait_for_selector(".piece")
    states = page.locator("[aria-label=Examples] option").evaluate_all("all => all.map((one) => one.value)")
    assert len(states) > 4
    for state in filter(None, states):
        answer = page.request.post(f"{server}/api/positions", data={"state": state})
        assert answer.ok, answer.text()


def test_every_position_has_an_address(open_page, click_place):
    page = open_page(f"/analyse?state={quote(STATE)}")
    page.wait_for_selector('.piece[data-square="c1"]')
    page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
    click_place(page, "a1")
    page.locator(".mark").first.wait_for()
    click_place(page, "b1")
    page.wait_for_selector('.piece[data-square="b1"]')
    page.click("button:text-is('Copy link')")
    page.wait_for_selector("button:text-is('Copied')")
    link = page.evaluate("window.copied")
    other = open_page(link[link.index("/analyse") :])
    other.wait_for_selector('.piece[data-square="b1"]')
    assert other.input_value("#notation") == turnwright.state(STATE).play("a1-b1").text
    wrong = open_page("/analyse?state=nonsense")
    wrong.wait_for_selector(".error")
    wrong.wait_for_selector(".piece")


def test_a_position_is_judged_by_two_evaluations(open_page):
    page = open_page(f"/analyse?state={quote(STATE)}")
    page.wait_for_selector('.piece[data-square="c1"]')
    told = re.search(
        r"evaluation \(learned\) ([+−][\d,]+), described ([+−][\d,]+) for player 1", page.inner_text(".status")
    )
    assert told
    state = turnwright.state(STATE)
    worth = [state.under(state.game.variant(evaluation=name)).evaluate(0) for name in ("learned", "described")]
    assert [int(text.replace("−", "-").replace(",", "")) for text in told.groups()] == [round(one) for one in worth]


def test_two_agents_stand_side_by_side(open_page, picture):
    page = open_page(f"/analyse?state={quote(STATE)}", width=1366, height=768)
    page.wait_for_selector('.piece[data-square="c1"]')
    page.select_option("#analyst-agent", "oep")
    page.fill("#analyst-budget", "2000ev")
    page.check("#compare")
    page.select_option("#rival-agent", "greedy_action")
    page.fill("#rival-budget", "")
    page.fill("#lines", "2")
    page.click("button:text-is('Analyse')")
    page.wait_for_selector("[aria-label='Best turns of the second agent'] .lines button")
    boxes = [
        page.locator(f"[aria-label='{name}']").bounding_box()
        for name in ("Best turns", "Best turns of the second agent")
    ]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"], "beside each other"
    assert abs(boxes[0]["y"] - boxes[1]["y"]) < 2
    assert "oep · 2000ev" in page.inner_text("[aria-label='Best turns'] h2")
    assert page.locator(".lines button[aria-pressed=true]").count() == 1
    page.locator("[aria-label='Best turns of the second agent'] .lines button").first.click()
    page.wait_for_selector("[aria-label='Best turns of the second agent'] .lines button[aria-pressed=true]")
    assert page.locator(".lines button[aria-pressed=true]").count() == 1
    picture(page, "two-agents")


def test_as_many_different_turns_as_are_asked_for(open_page):
    page = open_page(f"/analyse?state={quote(STATE)}")
    page.wait_for_selector('.piece[data-square="c1"]')
    page.select_option("#analyst-agent", "oep")
    page.fill("#analyst-budget", "4000ev")
    page.fill("#lines", "5")
    page.click("button:text-is('Analyse')")
    page.wait_for_selector("[aria-label='Best turns'] .lines button")
    turns = page.locator("[aria-label='Best turns'] > .lines .turn").all_inner_texts()
    assert len(set(turns)) == 5
    page.select_option("#analyst-agent", "greedy_action")
    page.fill("#analyst-budget", "")
    page.click("button:text-is('Analyse')")
    page.wait_for_selector("text=all 9 searches came to the same position")


def test_a_battle_is_set_up_by_hand(open_page, picture):
    """Health, runes, mana, hands, decks and creatures; the server says in a sentence what cannot be."""
    page = open_page("/analyse")
    page.wait_for_selector(".piece")
    page.select_option("[aria-label=Examples]", label="Legends of Code and Magic")
    page.wait_for_selector(".lane")
    page.click("button:has-text('Set up by hand')")

    def noted(text: str) -> None:
        page.wait_for_function("text => document.querySelector('#notation').value.includes(text)", arg=text)

    def change(field: str, value: str) -> None:
        page.fill(field, value)
        page.locator(field).blur()

    change("#battle-health-1", "12")
    noted("hp12,was12,mana0/4,bonus0,rune10,")
    change("#battle-mana-0", "9")
    noted("mana9/5")
    page.click("[aria-label='take Ward out of the hand'] >> nth=0")
    page.wait_for_selector("text=Hand (5)")
    page.select_option("#battle-card", label="Steelplume Defender (2 mana, 2/2 W)")
    page.click("#battle-lane-1-1")
    page.wait_for_selector(".error:has-text('Player 2 has 30 cards')")
    page.click("[aria-label='take Shambler out of the hand']")
    page.wait_for_selector("text=Hand (6)")
    page.click("#battle-lane-1-1")
    noted("=65:1:2/2:-----W")
    row = page.locator(".creature-row:has-text('Steelplume Defender')")
    row.locator("[aria-label='attack of Steelplume Defender']").fill("7")
    row.locator("[aria-label='attack of Steelplume Defender']").blur()
    noted("=65:1:7/2:-----W")
    row.locator("[aria-label=Guard]").click()
    noted("=65:1:7/2:---G-W")
    page.wait_for_selector(".creature.guard:has-text('Steelplume Defender')")
    picture(page, "locm-set-up")
    # What cannot be: a fourth creature in a lane, health below the next rune, an item in a lane, a turn without cards.
    page.click("#battle-lane-0-0")
    page.wait_for_selector(".error:has-text('creatures in lane 0 is 4; it must be from 0 to 3')")
    page.select_option("#battle-rune-1", "25")
    page.wait_for_selector(".error:has-text('next rune is 25')")
    assert page.input_value("#battle-rune-1") == "10"
    page.select_option("#battle-card", label="Ward (2 mana)")
    page.click("#battle-lane-0-1")
    page.wait_for_selector(".error:has-text('Ward is not a creature')")
    change("#battle-turn", "10")
    page.wait_for_selector("text=Player 2 to move")
    page.select_option("#analyst-agent", "greedy_action")
    page.fill("#analyst-budget", "")
    page.click("button:text-is('Analyse')")
    page.wait_for_selector(".lines button")
    assert page.inner_text(".lines .turn >> nth=0").endswith("PASS")
