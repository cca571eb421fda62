#!/usr/bin/env python3
"""A stronger player of Legends of Code and Magic in plain Python: it tries all attacks of a lane, in every order.

Removal first, then the creatures that use most of the mana, then lane by lane the attacks that leave the best board
after the opponent's creatures have struck back. It goes for the opponent when that wins. It runs under the official
referee as well.
"""

import sys
from itertools import combinations, permutations, product

CREATURE, GREEN, RED, BLUE = range(4)
IN_HAND, MINE, THEIRS = 0, 1, -1
FACE = -1
WORTH = {"B": 0.5, "C": 0, "D": 1, "G": 1, "L": 2, "W": 2}


class Card:
    def __init__(self, words):
        self.number, self.id, self.location, self.kind, self.cost, self.attack, self.defense = map(int, words[:7])
        self.abilities = set(words[7]) - {"-"}
        self.draw, self.lane = int(words[10]), int(words[11])

    @property
    def key(self):
        """All that fights change."""
        return self.id, self.attack, self.defense, frozenset(self.abilities)


def worth(creature):
    _, attack, defense, abilities = creature
    return attack * 1.5 + defense * 0.5 + sum(WORTH[letter] for letter in abilities) if attack else defense * 0.3


def read_line():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.split()


def draft(cards, taken):
    """Cheap creatures with much attack, until there are enough of a cost."""

    def value(card):
        if card.kind == CREATURE:
            stats = worth(card.key) - 2 * card.cost
        elif card.kind == GREEN:
            stats = card.attack + card.defense - 2 * card.cost - 1
        else:
            stats = min(7, -card.defense) - 1.5 * card.cost
        return stats + card.draw - max(0, taken.get(card.cost, 0) - 5)

    best = max(range(3), key=lambda i: value(cards[i]))
    taken[cards[best].cost] = taken.get(cards[best].cost, 0) + 1
    return f"PICK {best}"


def struck(creature, attack, lethal):
    """A creature after a blow; none if it falls."""
    name, power, defense, abilities = creature
    if attack == 0:
        return creature
    if "W" in abilities:
        return name, power, defense, abilities - {"W"}
    if attack >= defense or lethal:
        return None
    return name, power, defense - attack, abilities


def fight(attackers, defenders, orders):
    """Play attacks of a lane, as pairs of attacker and target; what is left of both sides, and the damage done."""
    attackers, defenders, damage = dict(attackers), dict(defenders), 0
    for source, target in orders:
        guards = [name for name, other in defenders.items() if "G" in other[3]]
        if source not in attackers or (target != FACE and target not in defenders) or (guards and target not in guards):
            return None
        one = attackers[source]
        if target == FACE:
            damage += one[1]
            continue
        other = defenders[target]
        left = struck(other, one[1], "L" in one[3])
        if left is None and "B" in one[3]:
            damage += max(0, one[1] - other[2])
        back = struck(one, other[1], "L" in other[3])
        for side, name, state in ((defenders, target, left), (attackers, source, back)):
            if state is None:
                del side[name]
            else:
                side[name] = state
    return attackers, defenders, damage


def answer_value(mine, theirs):
    """The worth of a lane after each of their creatures has made its best attack."""
    mine, theirs, lost = dict(mine), dict(theirs), 0
    for name in sorted(theirs, key=lambda name: -theirs[name][1]):
        one = theirs[name]
        targets = [other for other in mine if "G" in mine[other][3]] or [FACE, *mine]

        def gain(target, one=one, mine=mine):
            if target == FACE:
                return one[1]
            other = mine[target]
            left, back = struck(other, one[1], "L" in one[3]), struck(one, other[1], "L" in other[3])
            return worth(other) - (worth(left) if left else 0) - worth(one) + (worth(back) if back else 0)

        best = max(targets, key=gain)
        if gain(best) <= 0:
            continue
        if best == FACE:
            lost += one[1]
            continue
        left, back = struck(mine[best], one[1], "L" in one[3]), struck(one, mine[best][1], "L" in mine[best][3])
        mine = {key: value for key, value in mine.items() if key != best} | ({best: left} if left else {})
        theirs = {key: value for key, value in theirs.items() if key != name} | ({name: back} if back else {})
    return sum(map(worth, mine.values())) - sum(map(worth, theirs.values())) - lost


def attacks(ready, waiting, defenders):
    """The best attacks of a lane, and the most damage that any attacks do."""
    attackers = {card.id: card.key for card in ready if card.attack}
    others = {card.id: card.key for card in waiting}
    best, most = (answer_value(attackers | others, defenders), ()), (0, ())
    for number in range(1, len(attackers) + 1):
        for order in permutations(attackers, number):
            for targets in product([FACE, *defenders], repeat=number):
                orders = tuple(zip(order, targets, strict=True))
                if (result := fight(attackers, defenders, orders)) is None:
                    continue
                mine, theirs, damage = result
                best = max(best, (answer_value(mine | others, theirs) + damage, orders))
                most = max(most, (damage, orders))
    return best[1], most


def battle(mana, health, cards):
    hand = [card for card in cards if card.location == IN_HAND]
    mine = [card for card in cards if card.location == MINE]
    theirs = [card for card in cards if card.location == THEIRS]
    orders, ready = [], list(mine)
    for item in sorted((card for card in hand if card.kind in (RED, BLUE)), key=lambda card: card.cost):
        falls = [
            card for card in theirs if card.defense <= -item.defense and not card.abilities & {"W"} - item.abilities
        ]
        target = max(falls, key=lambda card: worth(card.key), default=None)
        if item.cost <= mana and target and worth(target.key) > 1.5 * item.cost:
            theirs.remove(target)
            mana -= item.cost
            orders.append(f"USE {item.id} {target.id}")
    room = {lane: 3 - sum(card.lane == lane for card in mine) for lane in (0, 1)}
    creatures = [card for card in hand if card.kind == CREATURE]
    chosen = max(
        (group for size in range(len(creatures) + 1) for group in combinations(creatures, size)
         if sum(card.cost for card in group) <= mana and size <= sum(room.values())),
        key=lambda group: (sum(card.cost for card in group), sum(worth(card.key) for card in group)),
    )  # fmt: skip
    for card in sorted(chosen, key=lambda card: -card.cost):
        threat = {lane: sum(foe.attack for foe in theirs if foe.lane == lane) for lane in (0, 1)}
        card.lane = max(
            (lane for lane in room if room[lane]), key=lambda lane: (threat[lane] * ("G" in card.abilities), room[lane])
        )
        room[card.lane] -= 1
        mana -= card.cost
        mine.append(card)
        ready += [card] if "C" in card.abilities else []
        orders.append(f"SUMMON {card.id} {card.lane}")
    for item in (card for card in hand if card.kind == GREEN and card.cost <= mana):
        if ready and item.cost <= mana:
            target = max(ready, key=lambda card: card.attack)
            target.attack, target.defense = target.attack + item.attack, target.defense + item.defense
            target.abilities |= item.abilities
            mana -= item.cost
            orders.append(f"USE {item.id} {target.id}")
    found = [
        attacks(
            [card for card in ready if card.lane == lane],
            [card for card in mine if card.lane == lane and card not in ready],
            {card.id: card.key for card in theirs if card.lane == lane},
        )
        for lane in (0, 1)
    ]
    wins = sum(most for _, (most, _) in found) >= health
    for best, (_, most) in found:
        orders += [f"ATTACK {source} {target}" for source, target in (most if wins else best)]
    return ";".join(orders) or "PASS"


def main():
    taken = {}
    while True:
        _, mana, *_ = map(int, read_line())
        health, *_ = map(int, read_line())
        for _ in range(int(read_line()[1])):
            read_line()
        cards = [Card(read_line()) for _ in range(int(read_line()[0]))]
        print(draft(cards, taken) if mana == 0 else battle(mana, health, cards), flush=True)


main()
