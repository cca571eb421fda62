// Hero Academy's board as SVG: squares, pieces, marks of what could happen, ghosts of what an agent has in mind.

import { svg } from "../../dom.js";
import { glyphAt } from "./glyphs.js";

const CELL = 100;
const LARGEST = 112; // pixels of a square; small maps need not fill the page
const SMALLEST = 600; // pixels that the words around the board take
const SQUARES = { A: "assault square", S: "defense square", P: "power square" };
/** Cracks of a crystal, and the share of its hit points from which on each is seen. */
const CRACKS = [[0.75, "M40 17L47 28L41 37L48 46"], [0.5, "M59 21L53 31L60 40L54 51"], [0.25, "M41 37L35 43M53 31L47 28M48 46L43 55"]];
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const squareName = (x, y) => `${String.fromCharCode(97 + x)}${y + 1}`;
export const squarePlace = (name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];

/** `you`: the seat of whoever reads it, if one person plays. */
export const whose = (owner, you) => (you === null ? `player ${owner + 1}'s` : owner === you ? "your" : "the opponent's");

const squareWords = (symbol, you) => SQUARES[symbol] ?? (/d/i.test(symbol) ? `${whose(symbol === "d" ? 0 : 1, you)} deploy square` : "");

export function pieceWords(piece, you = null) {
  const health = piece.hp ? `${piece.hp} of ${piece.full} hit points` : "knocked out";
  return `${whose(piece.owner, you)} ${piece.kind}, ${[health, ...piece.gear].join(", ")}`;
}

export class Board {
  /** `chosen` is told of a square that was clicked, `looked` of one that the pointer or focus is on (or null). */
  constructor({ chosen = () => {}, looked = () => {} } = {}) {
    this.chosen = chosen;
    this.looked = looked;
    this.focus = "a1";
    this.rows = null;
    this.element = svg("svg", { class: "board", role: "grid", "aria-label": "Board" });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("pointerleave", () => this.looked(null));
  }

  /** Pixels that a position is given at most. */
  room(position) {
    return Math.max(SMALLEST, position.rows[0].length * LARGEST);
  }

  /**
   * Draw a position. `live`: squares that can be clicked; `selected`; `last`: squares of the last action;
   * `ready`: squares of pieces that can act; `marks`: Map of square to {sort, label, preview}; `ghosts`.
   */
  draw(position, { area = [], live = new Set(), selected = null, last = [], ready = new Set(), marks = new Map(), ghosts = [] } = {}) {
    if (this.rows !== position.rows.join("/")) this.#lay(position.rows);
    this.pieces = new Map(position.pieces.map((piece) => [piece.square, piece]));
    for (const [name, square] of this.squares) {
      const piece = this.pieces.get(name);
      const mark = marks.get(name);
      square.group.setAttribute("class", ["square", square.sort, live.has(name) && "live", selected === name && "selected",
        last.includes(name) && "last", area.includes(name) && "area"].filter(Boolean).join(" "));
      square.group.setAttribute("aria-label", [name, squareWords(square.symbol, this.you ?? null), piece && pieceWords(piece, this.you ?? null), ready.has(name) && "can act", selected === name && "selected",
        mark && `target ${mark.label ?? ""}`].filter(Boolean).join(", "));
      square.sign?.setAttribute("transform", piece || mark ? "translate(13 13) scale(.36)" : "translate(50 50)");
    }
    this.pieceLayer.replaceChildren(...position.pieces.map((piece) => this.#piece(piece, ready.has(piece.square))));
    this.ghostLayer.replaceChildren(...ghosts.map((ghost, number) => this.#ghost(ghost, number + 1)).filter(Boolean));
    this.markLayer.replaceChildren(...[...marks].map(([name, mark]) => this.#mark(name, mark)));
  }

  /** Let pieces glide from where they were; resolves when they are there. */
  async glide(effects, milliseconds) {
    if (!milliseconds || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const moves = effects.filter((effect) => ["move", "push", "exchange"].includes(effect.kind));
    const ways = moves.flatMap((effect) => effect.kind === "exchange"
      ? [[effect.at, effect.to], [effect.to, effect.at]] : [[effect.at, effect.to]]);
    await Promise.all(ways.map(([from, to]) => {
      const node = this.pieceLayer.querySelector(`[data-square="${to}"] > .body`);
      if (!node) return null;
      const [x0, y0] = squarePlace(from);
      const [x1, y1] = squarePlace(to);
      const start = `translate(${(x0 - x1) * CELL}px, ${(y0 - y1) * CELL}px)`;
      return node.animate([{ transform: start }, { transform: "none" }], { duration: milliseconds, easing: "ease-out" }).finished;
    }));
  }

  #lay(rows) {
    this.rows = rows.join("/");
    this.width = rows[0].length;
    this.height = rows.length;
    this.squares = new Map();
    this.element.setAttribute("viewBox", `0 0 ${this.width * CELL} ${this.height * CELL}`);
    this.pieceLayer = svg("g");
    this.markLayer = svg("g");
    this.ghostLayer = svg("g");
    this.element.replaceChildren(
      ...rows.map((row, y) => svg("g", { role: "row" }, [...row].map((symbol, x) => this.#square(x, y, symbol)))),
      this.pieceLayer, this.ghostLayer, this.markLayer,
    );
    this.#focusable(this.squares.has(this.focus) ? this.focus : "a1");
  }

  #square(x, y, symbol) {
    const name = squareName(x, y);
    const special = /[ASPdD]/.test(symbol);
    const sign = special ? svg("g", { class: "sign" }, glyphAt(`square-${symbol}`, 0, 0, 84)) : null;
    const group = svg("g", { transform: `translate(${x * CELL} ${y * CELL})`, role: "gridcell", tabindex: -1, "data-name": name },
      svg("rect", { class: "ground", width: CELL, height: CELL }), sign,
      y === this.height - 1 && svg("text", { class: "name", x: 93, y: 95, "text-anchor": "end" }, name[0]),
      x === 0 && svg("text", { class: "name", x: 6, y: 95 }, name.slice(1)),
      svg("rect", { class: "frame", x: 3, y: 3, width: CELL - 6, height: CELL - 6, rx: 7 }));
    group.addEventListener("click", () => this.chosen(name));
    group.addEventListener("pointerenter", () => this.looked(name));
    group.addEventListener("focus", () => {
      this.#focusable(name);
      this.looked(name);
    });
    this.squares.set(name, { group, sign, sort: `sq-${special ? symbol : (x + y) % 2}`, symbol });
    return group;
  }

  #focusable(name) {
    this.squares.get(this.focus)?.group.setAttribute("tabindex", -1);
    this.focus = name;
    this.squares.get(name).group.setAttribute("tabindex", 0);
  }

  #key(event) {
    const [x, y] = squarePlace(this.focus);
    if (event.key in STEPS) {
      const [dx, dy] = STEPS[event.key];
      const next = this.squares.get(squareName(x + dx, y + dy));
      next?.group.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.chosen(this.focus);
    } else return;
    event.preventDefault();
  }

  #piece(piece, ready) {
    const [x, y] = squarePlace(piece.square);
    const share = piece.hp / piece.full;
    const token = piece.kind === "crystal" ? null : piece.owner === 0
      ? svg("circle", { class: "token", cx: 50, cy: 37, r: 30 })
      : svg("rect", { class: "token", x: 21.5, y: 8, width: 57, height: 57, rx: 9 });
    const can = !ready || !token ? null : piece.owner === 0
      ? svg("circle", { class: "can", cx: 50, cy: 37, r: 33.5 })
      : svg("rect", { class: "can", x: 18, y: 4.5, width: 64, height: 64, rx: 11 });
    const size = piece.kind === "crystal" ? 66 : 76;
    const state = piece.hp
      ? [svg("rect", { class: "bar", x: 14, y: 70, width: 72, height: 6, rx: 3 }),
        svg("rect", { class: share > 1 / 3 ? "health" : "health hurt", x: 14, y: 70, width: Math.max(3, 72 * share), height: 6, rx: 3 }),
        svg("text", { class: "hp", x: 50, y: 93 }, piece.hp)]
      : [svg("path", { class: "strike", d: "M22 66L78 10" }), svg("rect", { class: "ko", x: 26, y: 73, width: 48, height: 23, rx: 5 }),
        svg("text", { class: "ko-text", x: 50, y: 91 }, "KO")];
    const cracks = piece.kind === "crystal" ? CRACKS.filter(([most]) => share <= most).map(([, d]) => svg("path", { class: "crack", d })) : [];
    const gear = piece.gear.map((item, i) => svg("g", { class: "gear" },
      svg("rect", { x: 78, y: 3 + 19 * i, width: 19, height: 18, rx: 4 }), glyphAt(item, 87.5, 12 + 19 * i, 27)));
    return svg("g", { class: `piece owner-${piece.owner}${piece.hp ? "" : " fallen"}${ready ? " ready" : ""}`,
      transform: `translate(${x * CELL} ${y * CELL})`, "data-square": piece.square },
    svg("g", { class: "body" }, token, can, glyphAt(piece.kind, 50, piece.kind === "crystal" ? 36 : 36.5, size), cracks, state, gear));
  }

  #mark(name, { sort = "go", label = "", preview = false, ring = false }) {
    const [x, y] = squarePlace(name);
    const occupied = this.pieces.has(name);
    const width = Math.min(98, 18 + 11.5 * label.length);
    const top = occupied ? 44 : 1; // over a piece's feet: its head and its hit points stay visible
    return svg("g", { class: `mark ${sort}${preview ? " preview" : ""}`, transform: `translate(${x * CELL} ${y * CELL})` },
      sort === "far" && !ring ? null : occupied || ring ? svg("rect", { class: "ring", x: 3, y: 3, width: 94, height: 94, rx: 12 }) : svg("circle", { class: "dot", cx: 50, cy: 50, r: 13 }),
      label && svg("g", { class: "pill" }, svg("rect", { x: 50 - width / 2, y: top, width, height: 24, rx: 8 }),
        svg("text", { x: 50, y: top + 19, textLength: label.length > 8 ? width - 10 : undefined, lengthAdjust: "spacingAndGlyphs" }, label)));
  }

  #ghost({ from, to }, number) {
    if (!this.squares.has(to)) return null;
    const [x1, y1] = squarePlace(to).map((n) => n * CELL + 50);
    const badge = [svg("circle", { class: "badge", cx: x1 + 30, cy: y1 + 30, r: 14 }), svg("text", { x: x1 + 30, y: y1 + 36.5 }, number)];
    if (!this.squares.has(from)) {
      return svg("g", { class: "ghost" }, svg("rect", { class: "ring", x: x1 - 40, y: y1 - 40, width: 80, height: 80, rx: 12 }),
        glyphAt(CARDS[from.slice(5)] ?? "square-P", x1, y1, 60), badge);
    }
    const [x0, y0] = squarePlace(from).map((n) => n * CELL + 50);
    const angle = Math.atan2(y1 - y0, x1 - x0);
    const [ex, ey] = [x1 - 18 * Math.cos(angle), y1 - 18 * Math.sin(angle)];
    const corner = (turn) => `${ex - 22 * Math.cos(angle + turn)} ${ey - 22 * Math.sin(angle + turn)}`;
    return svg("g", { class: "ghost" }, svg("line", { x1: x0, y1: y0, x2: ex, y2: ey }),
      svg("path", { class: "head", d: `M${x1 - 6 * Math.cos(angle)} ${y1 - 6 * Math.sin(angle)}L${corner(0.5)}L${corner(-0.5)}Z` }), badge);
  }
}

export const CARDS = {
  K: "knight", A: "archer", C: "cleric", W: "wizard", N: "ninja", I: "inferno", P: "potion", R: "runemetal", S: "scroll",
  D: "dragonscale", H: "helm",
};
export const LETTERS = Object.fromEntries(Object.entries(CARDS).map(([letter, name]) => [name, letter]));
export const UNITS = ["knight", "archer", "cleric", "wizard", "ninja"];

/** A small picture of a map without pieces. */
export function mapPicture(rows) {
  return svg("svg", { viewBox: `0 0 ${rows[0].length * 10} ${rows.length * 10}`, "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" },
    rows.map((row, y) => [...row].map((symbol, x) => svg("g", { class: `sq-${/[ASPdD]/.test(symbol) ? symbol : (x + y) % 2}` },
      svg("rect", { class: "ground", x: x * 10, y: y * 10, width: 9.6, height: 9.6, rx: 1.5 }),
      "cC".includes(symbol) && svg("path", { class: `piece owner-${symbol === "c" ? 0 : 1}`, d: `M${x * 10 + 4.8} ${y * 10 + 1.5}l2.6 3.3l-2.6 3.3l-2.6-3.3z`, fill: symbol === "c" ? "var(--first)" : "var(--second)" })))));
}
