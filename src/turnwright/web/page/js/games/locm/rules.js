// The rules of Legends of Code and Magic in short.

import { glyph } from "./glyphs.js";
import { glyphOfKind } from "./cards.js";
import { el } from "../../dom.js";

const SECTIONS = [
  ["How to win", ["Reduce the opponent's health from 30 to zero. There are no draws.", "A player without cards to draw loses health with every draw: it falls to the next rune."]],
  ["The draft", ["In each of thirty rounds, both players see the same three cards and secretly take one. Both may take the same card.", "The thirty cards are shuffled: that is your deck."]],
  ["A turn", ["Every turn you have one more mana, up to twelve; unused mana is lost. The second player has one extra mana until they end a turn with none left.",
    "You draw one card, and one more for every rune that broke since your last turn. A hand has at most eight cards.", "Play cards and attack in any order, as often as you can, then end the turn."]],
  ["Creatures", ["A creature is summoned into one of two lanes; each player has room for three in each.", "From the next turn it can attack once per turn: a creature in its own lane, or the opponent. Creatures with Guard must be attacked first.",
    "Two creatures hit each other at the same time. Damage stays; a creature without defense dies."]],
  ["Runes", ["There are five, at 25, 20, 15, 10 and 5 health. One breaks when health falls to it or below, and gives its owner a card next turn."]],
];

/** The game's part of the page of rules. */
export function rulesOf(rules) {
  return [
    el("div", { class: "split wide" }, SECTIONS.map(([title, points]) => el("section", { class: "card-box prose" }, el("h2", {}, title), el("ul", {}, points.map((point) => el("li", {}, point)))))),
    el("div", { class: "split" },
      el("section", { class: "card-box" }, el("h2", {}, "Keywords"), el("table", { class: "unit-table" }, el("tbody", {}, Object.entries(rules.keywords).map(([letter, { name, meaning }]) =>
        el("tr", {}, el("td", {}, glyph(`keyword-${letter}`)), el("th", { scope: "row" }, name), el("td", {}, meaning)))))),
      el("section", { class: "card-box" }, el("h2", {}, "Cards"), el("table", { class: "unit-table" }, el("tbody", {}, Object.entries(rules.kinds).map(([kind, meaning]) =>
        el("tr", {}, el("td", {}, glyph(glyphOfKind(kind))), el("th", { scope: "row" }, kind), el("td", {}, meaning))))),
      el("h2", {}, "Notation"), el("p", { class: "small" }, el("code", {}, "PICK 1"), " takes the second of the three cards, ", el("code", {}, "SUMMON 7 0"), " summons card 7 into the left lane (1 is the right one), ",
        el("code", {}, "ATTACK 7 12"), " and ", el("code", {}, "USE 7 12"), " aim at creature 12, ", el("code", {}, "-1"), " is the opponent, ", el("code", {}, "PASS"), " ends the turn."),
      el("p", { class: "small" }, el("b", {}, "Keys: "), "1 to 8 select cards, arrows move, Enter selects, Escape deselects, U undoes, E ends the turn.")))];
}
