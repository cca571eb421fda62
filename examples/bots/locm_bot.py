#!/usr/bin/env python3
"""A decent player of Legends of Code and Magic in plain Python, over the contest's own protocol.

It drafts cheap and strong creatures, spends its mana from the most expensive card down, removes what it can, trades
where that pays, and hits the opponent with the rest. It runs under the official referee as well.
"""

import sys
from dataclasses import dataclass

CREATURE, GREEN, RED, BLUE = range(4)
IN_HAND, MINE, THEIRS = 0, 1, -1
FACE = -1


@dataclass
class Card:
    number: int
    id: int
    location: int
    kind: int
    cost: int
    attack: int
    defense: int
    abilities: str
    my_health: int
    their_health: int
    draw: int
    lane: int

    @property
    def worth(self):
        """What a creature is worth on the board."""
        return self.attack + self.defense + sum(WORTH[letter] for letter in self.abilities if letter != "-")


WORTH = {"B": 1, "C": 1, "D": 2, "G": 2, "L": 5, "W": 3}


def read_line():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.split()


def read_card():
    words = read_line()
    return Card(*map(int, words[:7]), words[7], *map(int, words[8:]))


def draft_value(card, taken):
    """How good a card is for a deck that has so many cards of every cost."""
    if card.kind == CREATURE:
        value = card.worth - 2 * card.cost
    elif card.kind == GREEN:
        value = card.attack + card.defense - 2 * card.cost
    else:
        value = max(-card.defense, 0) - 2 * card.cost - 1
    wanted = {0: 2, 1: 4, 2: 6, 3: 6, 4: 5, 5: 4, 6: 3}.get(card.cost, 2)
    return value + 2 * card.draw - max(0, taken.get(card.cost, 0) - wanted)


def draft(cards, taken):
    best = max(range(3), key=lambda i: draft_value(cards[i], taken))
    taken[cards[best].cost] = taken.get(cards[best].cost, 0) + 1
    return f"PICK {best}"


class Battle:
    """One turn. What is played is done on the own copy of the board too."""

    def __init__(self, mana, their_health, cards):
        self.mana, self.their_health = mana, their_health
        self.hand = [card for card in cards if card.location == IN_HAND]
        self.mine = [card for card in cards if card.location == MINE]
        self.theirs = [card for card in cards if card.location == THEIRS]
        self.ready = list(self.mine)
        self.orders = []

    def play(self):
        self.use_items()
        self.summon()
        self.attack()
        return ";".join(self.orders) or "PASS"

    def pay(self, card):
        self.hand.remove(card)
        self.mana -= card.cost

    def use_items(self):
        for item in sorted((card for card in self.hand if card.kind != CREATURE), key=lambda card: -card.cost):
            if item.cost > self.mana:
                continue
            if item.kind == GREEN:
                self.strengthen(item)
            else:
                self.remove(item)

    def strengthen(self, item):
        if self.mine:
            target = max(self.mine, key=lambda card: card.worth)
            self.pay(item)
            self.orders.append(f"USE {item.id} {target.id}")
            target.attack += item.attack
            target.defense += item.defense

    def remove(self, item):
        """Remove the best creature that the item can; blue items hurt the opponent if there is none."""
        fallen = [
            card
            for card in self.theirs
            if card.defense <= -item.defense and ("W" not in card.abilities or "W" in item.abilities)
        ]
        if fallen:
            target = max(fallen, key=lambda card: card.worth)
            if target.worth >= 2 * item.cost or self.mana >= 7:
                self.pay(item)
                self.orders.append(f"USE {item.id} {target.id}")
                self.theirs.remove(target)
        elif item.kind == BLUE and self.mana >= item.cost + 3:
            self.pay(item)
            self.orders.append(f"USE {item.id} {FACE}")
            self.their_health += item.defense + item.their_health

    def summon(self):
        for card in sorted((card for card in self.hand if card.kind == CREATURE), key=lambda card: -card.cost):
            lanes = [lane for lane in (0, 1) if sum(own.lane == lane for own in self.mine) < 3]
            if card.cost > self.mana or not lanes:
                continue
            lane = max(lanes, key=lambda lane: self.need(card, lane))
            self.pay(card)
            self.orders.append(f"SUMMON {card.id} {lane}")
            card.lane = lane
            self.mine.append(card)
            if "C" in card.abilities:
                self.ready.append(card)

    def need(self, card, lane):
        """A guard goes where it is threatened, others where the opponent is weak."""
        threat = sum(foe.attack for foe in self.theirs if foe.lane == lane)
        held = sum(own.attack for own in self.mine if own.lane == lane)
        return threat - held if "G" in card.abilities else held - threat

    def attack(self):
        for card in sorted(self.ready, key=lambda card: card.attack):
            here = [foe for foe in self.theirs if foe.lane == card.lane]
            guards = [foe for foe in here if "G" in foe.abilities]
            target = self.target(card, guards or here, forced=bool(guards))
            if card.attack == 0:
                continue
            if target is None:
                self.orders.append(f"ATTACK {card.id} {FACE}")
                self.their_health -= card.attack
            else:
                self.orders.append(f"ATTACK {card.id} {target.id}")
                self.fight(card, target)

    def target(self, card, foes, forced):
        """Whom to attack, or nobody."""
        strength = sum(own.attack for own in self.ready)
        if not foes or (not forced and strength >= self.their_health):
            return None
        best = max(foes, key=lambda foe: self.gain(card, foe))
        return best if forced or self.gain(card, best) > 1 else None

    @staticmethod
    def kills(one, other):
        return "W" not in other.abilities and (one.attack >= other.defense or ("L" in one.abilities and one.attack))

    def gain(self, card, foe):
        return foe.worth * bool(self.kills(card, foe)) - card.worth * bool(self.kills(foe, card))

    def fight(self, card, foe):
        killed = self.kills(card, foe)
        if "W" in foe.abilities:
            foe.abilities = foe.abilities.replace("W", "-")
        else:
            foe.defense -= card.attack
        if killed:
            self.theirs.remove(foe)


def main():
    taken = {}
    while True:
        _, mana, *_ = map(int, read_line())
        their_health, *_ = map(int, read_line())
        _, actions = map(int, read_line())
        for _ in range(actions):
            read_line()
        cards = [read_card() for _ in range(int(read_line()[0]))]
        answer = draft(cards, taken) if mana == 0 else Battle(mana, their_health, cards).play()
        print(answer, flush=True)


main()
