// The rules of Hero Academy in short.

import { el } from "../../dom.js";
import { glyph } from "./glyphs.js";

const SECTIONS = [
  ["How to win", ["Destroy all crystals of the other side: the game ends immediately.", "Or leave it without units: none on the board (knocked-out units count), in hand or in the deck when a turn ends.",
    "At the turn limit the game is a draw."]],
  ["A turn", ["A turn has five actions (three in the very first), or as many as you have chosen. Each action is one of: a unit moves, attacks, heals or swaps places; a card is played; a card is put back into the deck.",
    "You may end your turn early. At its end you draw up to six cards, and your own units that are still knocked out are lost."]],
  ["Moving and attacking", ["Distance is counted along rows and columns: a diagonal neighbour is two away. Units jump over everything.",
    "Beyond the next square an attack needs a line of sight: only standing enemies block it.", "A unit at 0 hit points is knocked out. It stays on its square. A unit that steps on it, friend or enemy, removes it for good.",
    "A knight pushes its target one square away. A wizard's attack chains to two more adjacent enemies, with 75 % and 56 % of the damage."]],
  ["Damage", ["Power × factor for the distance, minus the resistance of the target. Runemetal adds half the unit's power, a power square 100; a scroll then triples it, once.",
    "On crystals, every assault square that you occupy adds 300."]],
];

/** The game's part of the page of rules. */
export function rulesOf(rules) {
  const near = { 1: "½", 2: "1", 4: "2" };
  const squares = [["A", "assault", "adds 300 to damage on crystals for the side that occupies it"], ["S", "defense", "a piece here takes 20 % less physical damage"],
    ["P", "power", "a unit here has 100 more power"], ["d", "deploy", "your units enter on yours; the opponent may not step on it"]];
  return [
    el("div", { class: "split wide" }, SECTIONS.map(([title, points]) => el("section", { class: "card-box prose" }, el("h2", {}, title), el("ul", {}, points.map((point) => el("li", {}, point)))))),
    el("section", { class: "card-box" }, el("h2", {}, "Units"), el("div", { class: "scroll" }, el("table", { class: "unit-table" },
      el("thead", {}, el("tr", {}, ["", "unit", "hit points", "power", "attack", "range", "next to it ×", "speed", "resists", "gift"].map((words) => el("th", { scope: "col" }, words)))),
      el("tbody", {}, Object.entries(rules.units).map(([name, unit]) => el("tr", {}, el("td", {}, glyph(name, name === "crystal" ? { class: "owner-0" } : {})), el("th", { scope: "row" }, name), el("td", {}, String(unit.hp)),
        name === "crystal" ? el("td", { colspan: 6, class: "soft" }, "") : [el("td", {}, String(unit.power)), el("td", {}, unit.magical ? "magical" : "physical"), el("td", {}, String(unit.reach)),
          el("td", {}, near[unit.melee_halves]), el("td", {}, String(unit.speed)),
          el("td", {}, [[unit.physical_resistance, "physical"], [unit.magical_resistance, "magical"]].filter(([share]) => share).map(([share, kind]) => `${share} % ${kind}`).join(", ") || "–")],
        el("td", { class: "small" }, unit.meaning))))))),
    el("div", { class: "split" },
      el("section", { class: "card-box" }, el("h2", {}, "Cards"), el("table", { class: "unit-table" }, el("tbody", {}, Object.entries(rules.cards).filter(([name]) => !(name in rules.units)).map(([name, card]) =>
        el("tr", {}, el("td", {}, glyph(name)), el("th", { scope: "row" }, name), el("td", {}, card.meaning)))))),
      el("section", { class: "card-box" }, el("h2", {}, "Squares"), el("table", { class: "unit-table" }, el("tbody", {}, squares.map(([symbol, name, meaning]) =>
        el("tr", {}, el("td", {}, glyph(`square-${symbol}`)), el("th", { scope: "row" }, name), el("td", {}, meaning))))),
      el("h2", {}, "Notation"), el("p", { class: "small" }, el("code", {}, "c2-d3"), " moves, ", el("code", {}, "c2xd3"), " attacks, ", el("code", {}, "c2+d3"), " heals, ", el("code", {}, "c2=d3"), " trades places, ",
        el("code", {}, "K@a1"), " plays a card, ", el("code", {}, "~K"), " puts one back, ", el("code", {}, "end"), " ends the turn."),
      el("p", { class: "small" }, el("b", {}, "Keys: "), "arrows move over the board, Enter selects, Escape deselects, U undoes, E ends the turn.", el("span", { class: "outside-studies" }, " Programs play by the ", el("a", { href: "/api" }, "API"), ".")))),
  ];
}
