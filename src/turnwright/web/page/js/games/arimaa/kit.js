// Arimaa for the page: the parts of a table, and the words around them.

import { glyphsOf } from "../../board/glyphs.js";
import { GridBoard, PlainSide, ruleSections } from "../../board/grid.js";
import { choices, el, put } from "../../dom.js";
import { effectWords } from "../../words.js";
import { lessons } from "./lessons.js";

const { glyph, glyphAt } = glyphsOf("arimaa");
const SIDES = ["Gold", "Silver"];
const SCALE = 10.2; // of evaluations: the one at which the chance of winning is 73 %, fitted by `turnwright train chances`
const EXAMPLES = {
  "The first turn": "arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]",
  "A race to the goal": "arimaa 20g [r.r..r.rr...h..r.d..c.....e.....R..E..m....H..h.R..C.D..R..R.R..]",
};
const SECTIONS = [
  ["How to win", ["Move one of your rabbits to the last rank, and end your turn with it there.", "Or leave the other side without rabbits, or without a legal turn. There are no draws."]],
  ["A turn", ["First both sides place their sixteen pieces on their first two ranks, Gold before Silver.", "After that a turn is one to four steps. A step moves a piece to a free square in front, behind, or to either side; rabbits do not step backward.",
    "A turn must change the board, and must not create the same position for the third time."]],
  ["Pushing and pulling", ["From the strongest: elephant, camel, horse, dog, cat, rabbit.", "A stronger piece can push an enemy next to it: the enemy moves to a free square, then the piece takes its place. Both steps belong to the same turn.",
    "It can pull an enemy by stepping away: the enemy follows to the square that the piece has left."]],
  ["Freezing", ["A piece next to a stronger enemy and next to no friend is frozen: it cannot step. It can still be pushed and pulled."]],
  ["Traps", ["The four marked squares are traps. A piece in a trap without a friend next to it is captured immediately."]],
];

class Board extends GridBoard {
  constructor(listen) {
    super(listen);
    this.traps = new Set(listen.rules?.traps ?? []);
  }

  piecesOf(position) {
    return position.pieces.map(({ square, owner, kind, frozen }) => ({ square, owner, sort: frozen ? "frozen" : "",
      words: `${this.whose(owner, SIDES)} ${kind}${frozen ? ", frozen" : ""}`, draw: () => glyphAt(kind, 50, 50, 88) }));
  }

  sortOf(position, name) {
    return this.traps.has(name) ? "special" : "";
  }

  wordsOf(position, name) {
    return this.traps.has(name) ? "trap" : "";
  }
}

class Side extends PlainSide {
  more(position, { live = new Set(), selected = null, large = false }) {
    const left = Object.entries(position.hands[this.owner]);
    if (!left.length) return null;
    return el("div", { class: "to-place", role: "group", "aria-label": "To be placed" }, left.map(([kind, count], i) => {
      const place = `hand:${kind === "camel" ? "M" : kind[0].toUpperCase()}`;
      return el("button", { type: "button", "data-place": place, "data-key": large && i + 1, disabled: !large || !live.has(place), "aria-pressed": String(selected === place), onclick: () => this.chosen(place) }, `${kind} × ${count}`);
    }));
  }
}

class Panel {
  constructor(rules) {
    this.rules = rules;
    this.element = el("section", { class: "card-box panel", "aria-label": "About" }, el("p", { class: "soft" }, "Click a piece of yours, or an enemy that it can push or pull, then a highlighted square."));
  }

  show(position, place, target) {
    if (!place) return;
    const piece = position.pieces.find((one) => one.square === place);
    const about = piece && this.rules.pieces[piece.kind];
    put(this.element, target && el("p", {}, el("b", {}, target.action), " ", effectWords(kit, target.effects)),
      piece ? [el("div", { class: `title owner-${piece.owner}` }, glyph(piece.kind), el("span", {}, `${(this.you ?? null) === null ? `${SIDES[piece.owner]}'s` : piece.owner === this.you ? "Your" : "The opponent's"} ${piece.kind}, ${place}`)), el("p", { class: "small" }, about.meaning, piece.frozen && " It is frozen.")]
        : el("p", { class: "soft" }, this.rules.traps.includes(place) ? `Square ${place}: a trap.` : place.startsWith("hand:") ? "To be placed on one of the lit squares." : `Square ${place}.`));
  }
}

export const kit = {
  coach: { scale: () => SCALE, isNow: ({ setup }) => !setup },
  icon: ({ effects }) => effects[0]?.what && glyph(effects[0].what),
  Board, Side, Panel,
  examples: EXAMPLES,
  effects: {
    move: { words: (e) => `${e.what} steps to ${e.to}` },
    place: { words: (e) => `${e.what} on ${e.at}` },
    capture: { words: (e) => `${e.what} is captured on ${e.at}`, mark: (e) => ({ at: e.at, sort: "hit", label: "✕" }) },
  },
  newGame: {
    usual: { setup: "book" },
    fields: (rules, wanted) => [choices("setup", "Setup", [["book", "Usual", "from a book"], ["played", "Your own", "you place your pieces"], ["random", "Random"]], wanted.setup, (value) => { wanted.setup = value; })],
    request: ({ setup }) => ({ options: { setup } }),
  },
  lead: () => ["Six kinds of animals, four steps per turn: push and pull weaker ones, and get a rabbit to the other side. New here? ", el("a", { href: "/learn?game=arimaa" }, "Learn it in a few minutes"), "."],
  rulesOf: (rules) => [ruleSections(SECTIONS), el("section", { class: "card-box" }, el("h2", {}, "Pieces"), el("table", { class: "unit-table" }, el("tbody", {}, Object.entries(rules.pieces).reverse().map(([name, { letter, count, meaning }]) =>
    el("tr", {}, el("td", {}, glyph(name)), el("th", { scope: "row" }, name), el("td", {}, `${letter}, ${count} a side`), el("td", {}, meaning))))),
  el("p", { class: "small" }, el("b", {}, "Notation: "), el("code", {}, "Ed2n"), " steps north, ", el("code", {}, "rc3x"), " is a capture, ", el("code", {}, "Ra1"), " places a piece; Gold is upper case."))],
  learn: { lessons, names: ["You", "Opponent"], done: "That is all you need. Stronger pieces hold weaker ones; keep friends next to your traps.",
    aside: () => el("section", { class: "card-box" }, el("h2", {}, "The goal"), el("p", {}, "A rabbit on the last rank wins."), el("a", { href: "/rules#arimaa" }, "All rules on one page")) },
  left: (position) => (position.setup ? `${position.steps} pieces to place` : position.push ? `complete the push to ${position.push}` : `${position.steps} of 4 steps left`),
  when: (position) => (position.setup ? "setup" : `turn ${position.turn}`),
};
