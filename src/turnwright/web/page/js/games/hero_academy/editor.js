// Setting up a position by hand: a palette of pieces, and the few words of notation that are not on the board.

import { el, put, svg } from "../../dom.js";
import { LETTERS, UNITS } from "./board.js";
import { glyph, glyphAt } from "./glyphs.js";

const FULL = { knight: 1000, crystal: 4500 };
const GEAR = { runemetal: "r", scroll: "s", dragonscale: "d", helm: "h" };

/** A piece in notation. */
export function pieceText(piece) {
  const letter = piece.kind === "crystal" ? "X" : LETTERS[piece.kind];
  const gear = Object.entries(GEAR).filter(([name]) => piece.gear.includes(name)).map(([, sign]) => sign).join("");
  return `${piece.square}${piece.owner ? letter.toLowerCase() : letter}${piece.hp}${gear}`;
}

/** A piece of a side as it looks on the board. */
function pieceSign(owner, kind) {
  const token = kind === "crystal" ? null : owner === 0 ? svg("circle", { class: "token", cx: 34, cy: 34, r: 30 }) : svg("rect", { class: "token", x: 5, y: 5, width: 58, height: 58, rx: 9 });
  return svg("svg", { viewBox: "0 0 68 68", class: `piece owner-${owner}`, "aria-hidden": "true" }, token, glyphAt(kind, 34, 34, kind === "crystal" ? 64 : 74));
}

/** Counts of cards by letter, from notation such as K2A. */
function countsOf(text) {
  const found = text.toUpperCase().matchAll(/([A-Z])(\d*)/g);
  return new Map([...found].map(([, letter, count]) => [letter, Number(count || 1)]));
}

function countsText(counts) {
  return [...Object.values(LETTERS)].filter((letter) => counts.get(letter)).map((letter) => letter + (counts.get(letter) > 1 ? counts.get(letter) : "")).join("") || "-";
}

export class Editor {
  /** `changed` is told the notation after every change. */
  constructor(rules, { changed }) {
    this.changed = changed;
    this.brush = { what: "unit", owner: 0, kind: "knight" };
    this.palette = el("div", { class: "stack" });
    this.fields = el("div", { class: "row" });
    this.hp = el("input", { id: "set-hp", type: "number", min: 0, max: 4500, step: 10, value: 400, "aria-label": "Hit points to set" });
    this.element = el("div", { class: "stack", hidden: true },
      el("p", { class: "small soft" }, "Choose a piece, an item or the eraser, then click squares. ♥ sets the hit points of the piece that you click. Clicking a unit with its own piece knocks it out, and stands it up again."), this.palette, this.fields);
    this.#drawPalette();
  }

  /** Begin with a position as the server has described it. */
  load({ position, notation }) {
    const [spec, turn, player, ap, , hands, decks, seeds] = notation.split(" ");
    this.words = { spec, turn, player, ap, hands, decks, seeds };
    this.rest = notation.split(" ").slice(8).filter((word) => !word.startsWith("over"));
    this.pieces = new Map(position.pieces.map((piece) => [piece.square, { ...piece, gear: [...piece.gear] }]));
    this.#drawFields();
  }

  get text() {
    const pieces = [...this.pieces.values()].map(pieceText).join(",") || "-";
    const { spec, turn, player, ap, hands, decks, seeds } = this.words;
    return [spec, turn, player, ap, pieces, hands, decks, seeds, ...this.rest].join(" ");
  }

  /** Use the brush on a square. */
  paint(square) {
    const { what, owner, kind } = this.brush;
    const here = this.pieces.get(square);
    if (what === "eraser") this.#remove(square);
    else if (what === "hp") {
      if (!here) return;
      here.hp = Math.max(here.kind === "crystal" ? 1 : 0, Math.min(fullOf(here), Math.round(Number(this.hp.value)) || 0));
    }
    else if (what === "gear") {
      if (!here || here.kind === "crystal") return;
      here.gear = here.gear.includes(kind) ? here.gear.filter((item) => item !== kind) : [...here.gear, kind];
      here.hp = Math.min(here.hp, fullOf(here));
    } else if (here?.kind === kind && here.owner === owner && kind !== "crystal") here.hp = here.hp ? 0 : fullOf(here);
    else {
      this.#remove(square);
      this.#deal(owner, kind, -1);
      this.pieces.set(square, { square, owner, kind, hp: FULL[kind] ?? 800, gear: [] });
    }
    this.changed(this.text);
  }

  #remove(square) {
    const here = this.pieces.get(square);
    if (here) this.#deal(here.owner, here.kind, 1);
    this.pieces.delete(square);
  }

  /** Units come from the deck and go back to it, as far as it has any: a side has only so many. */
  #deal(owner, kind, by) {
    if (kind === "crystal") return;
    const decks = this.words.decks.split("/").map(countsOf);
    decks[owner].set(LETTERS[kind], Math.max(0, (decks[owner].get(LETTERS[kind]) ?? 0) + by));
    this.words.decks = `${countsText(decks[0])}/${countsText(decks[1]).toLowerCase()}`;
  }

  #drawPalette() {
    const button = (brush, label, inside, owner = null) => el("button", { type: "button", title: label, "aria-label": label, class: owner === null ? "" : `owner-${owner}`,
      "aria-pressed": String(JSON.stringify(brush) === JSON.stringify(this.brush)), onclick: () => {
        this.brush = brush;
        this.#drawPalette();
      } }, inside);
    put(this.palette,
      [0, 1].map((owner) => el("div", { class: "palette", role: "group", "aria-label": `Player ${owner + 1}` }, el("span", { class: "small" }, `Player ${owner + 1}`), [...UNITS, "crystal"].map((kind) =>
        button({ what: "unit", owner, kind }, `player ${owner + 1}'s ${kind}`, pieceSign(owner, kind), owner)))),
      el("div", { class: "palette" }, Object.keys(GEAR).map((kind) => button({ what: "gear", owner: 0, kind }, kind, glyph(kind))), button({ what: "eraser", owner: 0, kind: "" }, "eraser", "✕"),
        button({ what: "hp", owner: 0, kind: "" }, "hit points", "♥"), this.hp));
  }

  #drawFields() {
    const field = (key, label, size) => el("div", { class: "field" }, el("label", { htmlFor: `set-${key}` }, label),
      el("input", { id: `set-${key}`, size, value: this.words[key], onchange: (event) => {
        this.words[key] = event.target.value.trim() || "-";
        this.changed(this.text);
      } }));
    put(this.fields, field("player", "To move (1 or 2)", 3), field("ap", "Actions left", 3), field("turn", "Turn", 4), field("hands", "Hands", 16), field("decks", "Decks", 24));
  }
}

function fullOf(piece) {
  const full = FULL[piece.kind] ?? 800;
  return full + (full / 10) * piece.gear.filter((item) => item === "dragonscale" || item === "helm").length;
}
