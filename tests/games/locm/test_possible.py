"""The list of possible actions of the LOCM paper, against a plain enumeration in words, and by examples."""

import turnwright
from turnwright import State
from turnwright.games.locm.engine.cards import BLUE, CHARGE, CREATURE, GREEN, card
from turnwright.games.locm.state_codec import take_apart

ME = "hp20,was20,mana5/12,bonus0,rune15,draw1,shown1"
FOE = "hp20,was20,mana0/12,bonus0,rune15,draw1,shown1"


def listed(state: State) -> list[str]:
    return [state.action_text(action) for action in state.possible_actions()]


def enumerated(state: State) -> list[str]:
    """Section by section as the paper's authors list them."""
    parts = take_apart(state)
    me, foe = parts.sides[parts.player], parts.sides[1 - parts.player]
    number = parts.cards
    hand = [i for i in me.hand if card(number[i]).cost <= me.mana]
    creatures = [i for i in hand if card(number[i]).kind == CREATURE]
    enemies = [c for lane in (0, 1) for c in foe.board if c.lane == lane]
    own = [c for lane in (0, 1) for c in me.board if c.lane == lane]
    found = [f"SUMMON {i} {lane}" for i in creatures for lane in (0, 1)]
    for i in hand:
        item = card(number[i])
        if item.kind == CREATURE:
            continue
        if item.kind == GREEN:
            affordable = [c for c in creatures if card(number[c]).cost + item.cost <= me.mana]
            targets = [c.id for c in own] + affordable
        else:
            targets = [-1] if item.kind == BLUE else []
            if item.kind != BLUE or item.defense < 0:
                targets += [c.id for c in enemies]
        found += [f"USE {i} {target}" for target in targets]
    for attacker in own:
        if attacker.can_attack:
            in_lane = [c.id for c in enemies if c.lane == attacker.lane]
            found += [f"ATTACK {attacker.id} {target}" for target in [-1, *in_lane]]
    for i in creatures:
        if card(number[i]).keywords & CHARGE:
            found += [f"ATTACK {i} {target}" for target in [-1, *(c.id for c in enemies)]]
    return found


def test_the_list_is_the_enumerated_one_everywhere(random_states):
    """Over all states of some games, the middle of turns included."""
    seen = set()
    for spec in ("locm:draft=random", "locm:draft=decks", "locm:draft=curve"):
        for state in random_states(spec, seed=5, games=6):
            if not state.is_over:
                assert listed(state) == enumerated(state)
                seen.add(len(listed(state)))
    assert min(seen) == 0
    assert max(seen) > 30


def test_an_example_in_its_order():
    """A creature with Charge and one without, green, red and blue items, creatures in both lanes; the Guard on the
    left keeps nothing off the list."""
    state = turnwright.state(
        f"locm battle 20 1 {ME} 3=83,5=48,7=118,9=144,11=153,13=155 41=1 "
        "21=7:1:2/2:------r,1=7:0:2/2:------r - "
        f"{FOE} - 42=1 2=7:1:1/1:------,4=7:0:1/1:---G--,6=7:0:1/1:------ -"
    )
    assert [bool(card(number).keywords & CHARGE) for number in (83, 48)] == [True, False]
    expected = ["SUMMON 3 0", "SUMMON 3 1", "SUMMON 5 0", "SUMMON 5 1"]
    expected += ["USE 7 1", "USE 7 21", "USE 7 3", "USE 7 5"]
    expected += ["USE 9 4", "USE 9 6", "USE 9 2"]
    expected += ["USE 11 -1"]  # no negative defense
    expected += ["USE 13 -1", "USE 13 4", "USE 13 6", "USE 13 2"]
    expected += ["ATTACK 1 -1", "ATTACK 1 4", "ATTACK 1 6", "ATTACK 21 -1", "ATTACK 21 2"]
    expected += ["ATTACK 3 -1", "ATTACK 3 4", "ATTACK 3 6", "ATTACK 3 2"]
    assert listed(state) == expected


def test_the_authors_list_has_fewer_attacks():
    """None without strength (21), a Lethal creature (23) on what has most defense, if 4 at least, else on the opponent
    (25), a Guard (27) only on the opponent; the same for creatures with Charge in hand, over both lanes."""
    state = turnwright.state(
        f"locm:possible=authors battle 20 1 {ME} 3=83 41=1 "
        "21=7:0:0/2:------r,23=7:0:2/2:----L-r,25=7:1:2/2:----L-r,27=7:1:2/2:---G--r,29=7:1:3/3:------r - "
        f"{FOE} - 42=1 2=7:1:9/3:------,4=7:0:1/5:------,6=7:0:1/4:---G-- -"
    )
    assert card(83).keywords == CHARGE
    attacks = [text for text in listed(state) if text.startswith("ATTACK")]
    assert attacks == [
        *("ATTACK 23 4", "ATTACK 25 -1", "ATTACK 27 -1", "ATTACK 29 -1", "ATTACK 29 2"),
        *("ATTACK 3 -1", "ATTACK 3 4", "ATTACK 3 6", "ATTACK 3 2"),
    ]


def test_mana_of_the_moment_decides_and_lanes_need_no_room():
    full = ",".join(f"{i}=7:0:2/2:------" for i in (21, 23, 25))
    poor = ME.replace("mana5", "mana1")
    state = turnwright.state(
        f"locm battle 20 1 {poor} 3=48,5=7 41=1 {full} - {FOE} - 42=1 - -",
    )
    assert [card(48).cost, card(7).cost] == [1, 2]
    assert listed(state) == ["SUMMON 3 0", "SUMMON 3 1"]


def test_what_is_legal_is_possible():
    """But for blue items without a blow, which the rules allow on creatures and the paper's list does not have."""
    state = turnwright.game("locm:draft=random").start(3)
    checked = 0
    while not state.is_over:
        possible = set(listed(state))
        parts = take_apart(state)
        for action in state.legal_actions():
            text = state.action_text(action)
            if text != "PASS" and text not in possible:
                verb, source, target = text.split()
                item = card(parts.cards[int(source)])
                assert (verb, item.kind, item.defense, target != "-1") == ("USE", BLUE, 0, True)
            checked += 1
        state = state.play(state.legal_actions()[checked % len(state.legal_actions())])
    assert checked > 100


def test_in_a_draft_the_three_picks_are_possible():
    state = turnwright.game("locm").start(1)
    assert listed(state) == ["PICK 0", "PICK 1", "PICK 2"]
