// Amazons for the page: the parts of a table, and the words around them.

import { glyphsOf } from "../../board/glyphs.js";
import { GridBoard, PlainSide, ruleSections } from "../../board/grid.js";
import { choices, el, put } from "../../dom.js";
import { effectWords } from "../../words.js";

const { glyphAt } = glyphsOf("amazons");
const SIDES = ["White", "Black"];
const EXAMPLES = {
  "Ten by ten": "amazons 0 - ...B..B.../........../........../B........B/........../........../W........W/........../........../...W..W...",
  "Six by six": "amazons:side=6 0 - .B..B./B....B/....../....../W....W/.W..W.",
};
const SECTIONS = [
  ["How to win", ["A player who cannot move loses. There are no draws and no passing."]],
  ["A turn", ["Move one of your four amazons in a straight line or diagonally over free squares, like a queen in chess.", "Then it shoots from its new square in the same way. The square that it hits is closed for the rest of the game.",
    "Moves and shots cannot cross amazons or closed squares."]],
];
const LESSONS = [
  { say: "You are White: round. Click an amazon, then a highlighted square to move it there.", state: "amazons:side=6 0 - .B..B./B....B/....../....../W....W/.W..W.",
    done: (action) => action.includes("-"), well: "Then it shoots, from where it stands." },
  { say: "Win in one turn: move to a1 and trap Black on a3 with a shot at a2.", state: "amazons:side=4 8 - xxxx/Bxxx/.xxx/.W.x",
    done: (action) => action === "*a2", well: "Black cannot move any more." },
];

/** Evaluations at which the chance of winning is 73 %, from a turn on, by the side of the board: the same share of the squares is
 *  worth more the fewer are left. Fitted by `turnwright train chances --parts 4`; see docs/web.md. */
const SCALES = { 6: [[1, 0.337], [7, 0.305], [13, 0.132], [20, 0.0733]], 8: [[1, 3.63], [13, 0.217], [25, 0.0824], [38, 0.0392]], 10: [[1, 1.03], [21, 0.246], [41, 0.0808], [61, 0.0314]] };

function scale(spec, turn) {
  const said = Object.fromEntries((spec.split(":")[1] ?? "").split(",").map((one) => one.split("=")));
  const scales = Object.keys(said).every((name) => ["", "side"].includes(name)) && SCALES[said.side ?? 10];
  return scales ? scales.findLast(([first]) => first <= turn)[1] : null;
}

class Board extends GridBoard {
  sideOf(position) { return position.side; }

  piecesOf(position) {
    return position.amazons.map(({ square, owner }) => ({ square, owner, words: `${this.whose(owner, SIDES)} amazon`, draw: () => glyphAt("amazon", 50, 50, 78) }));
  }

  sortOf(position, name) {
    return position.closed.includes(name) ? "closed" : "";
  }

  wordsOf(position, name) {
    return position.closed.includes(name) ? "closed" : "";
  }
}

class Panel {
  constructor() {
    this.element = el("section", { class: "card-box panel", "aria-label": "About" }, el("p", { class: "soft" }, "Click an amazon, then a highlighted square to move it; click it again to shoot."));
  }

  show(position, place, target) {
    if (target) put(this.element, el("p", {}, el("b", {}, target.action), " ", effectWords(kit, target.effects)));
  }
}

export const kit = {
  Board, Side: PlainSide, Panel,
  examples: EXAMPLES,
  coach: { scale },
  effects: {
    move: { words: (e) => `an amazon moves to ${e.to}` },
    close: { words: (e) => `${e.at} is closed`, mark: (e) => ({ at: e.at, sort: "hit", label: "✕" }) },
  },
  newGame: {
    usual: { side: "10" },
    fields: (rules, wanted) => [choices("side", "Board", rules.sides.map((side) => [String(side), `${side} × ${side}`]), String(wanted.side), (value) => { wanted.side = value; })],
    request: ({ side }) => ({ options: { side: Number(side) } }),
  },
  lead: () => ["Move like a queen, then shoot to close a square. The last player able to move wins. New here? ", el("a", { href: "/learn?game=amazons" }, "Two short lessons"), "."],
  rulesOf: () => [ruleSections(SECTIONS), el("section", { class: "card-box" }, el("h2", {}, "Notation"), el("p", { class: "small" }, el("code", {}, "d1-d7"), " moves, ", el("code", {}, "*g7"), " shoots."))],
  learn: { lessons: LESSONS, names: ["You", "Opponent"], done: "That is all. Keep room for yourself, and take it from your opponent.",
    aside: () => el("section", { class: "card-box" }, el("h2", {}, "The goal"), el("p", {}, "Be the last player able to move."), el("a", { href: "/rules#amazons" }, "The rules")) },
  left: (position) => (position.moved ? `shoot from ${position.moved}` : "move an amazon"),
  when: (position) => `turn ${position.turn}`,
  hasControls: () => true,
};
