// A square board with named squares, a1 at the lower left: pieces, marks of what could happen, ghosts of what an agent has
// in mind. A game says how its pieces look.

import { el, put, svg } from "../dom.js";
import { shapeOf } from "./glyphs.js";

const CELL = 100;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const nameOf = (x, y) => `${String.fromCharCode(97 + x)}${y + 1}`;
const placeOf = (name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];

export class GridBoard {
  /** `chosen` is told of a square that was clicked, `looked` of one that the pointer or focus is on (or null). */
  constructor({ chosen = () => {}, looked = () => {} } = {}) {
    Object.assign(this, { chosen, looked, focus: "a1", side: 0, near: 0 });
    this.element = svg("svg", { class: "board grid-board", role: "grid", "aria-label": "Board" });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("pointerleave", () => this.looked(null));
  }

  // What a game says: squares along a side, pieces as {square, owner, draw, words}, further classes and words of squares.
  sideOf() { return 8; }
  piecesOf() { return []; }
  sortOf() { return ""; }
  wordsOf() { return ""; }

  room() {
    return 660;
  }

  /** Whose a piece is, in words: yours where one person plays. */
  whose(owner, sides) {
    return (this.you ?? null) === null ? `${sides[owner]}'s` : owner === this.you ? "your" : "the opponent's";
  }

  /** The second player sees the board from the other side. */
  seat(near) {
    this.near = near;
    this.side = 0;
  }

  draw(position, { live = new Set(), selected = null, last = [], ready = new Set(), marks = new Map(), ghosts = [] } = {}) {
    if (this.side !== this.sideOf(position)) this.#lay(this.sideOf(position));
    const pieces = this.piecesOf(position);
    this.pieces = new Map(pieces.map((piece) => [piece.square, piece]));
    for (const [name, group] of this.squares) {
      const [x, y] = placeOf(name);
      const mark = marks.get(name);
      group.setAttribute("class", ["square", `sq-${(x + y) % 2}`, this.sortOf(position, name), live.has(name) && "live", selected === name && "selected",
        last.includes(name) && "last"].filter(Boolean).join(" "));
      group.setAttribute("aria-label", [name, this.wordsOf(position, name), this.pieces.get(name)?.words, selected === name && "selected",
        mark && `target ${mark.label ?? ""}`].filter(Boolean).join(", "));
    }
    this.pieceLayer.replaceChildren(...pieces.map((piece) => this.#piece(piece, ready.has(piece.square))));
    this.ghostLayer.replaceChildren(...ghosts.map((ghost, number) => this.#ghost(ghost, number + 1)).filter(Boolean));
    this.markLayer.replaceChildren(...[...marks].filter(([name]) => this.squares.has(name)).map(([name, mark]) => this.#mark(name, mark)));
  }

  /** Let pieces glide from where they were; resolves when they are there. */
  async glide(effects, milliseconds) {
    if (!milliseconds || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    await Promise.all(effects.filter((effect) => effect.kind === "move").map(({ at, to }) => {
      const node = this.pieceLayer.querySelector(`[data-square="${to}"] > .body`);
      if (!node) return null;
      const [x0, y0] = this.#corner(at);
      const [x1, y1] = this.#corner(to);
      return node.animate([{ transform: `translate(${x0 - x1}px, ${y0 - y1}px)` }, { transform: "none" }], { duration: milliseconds, easing: "ease-out" }).finished;
    }));
  }

  #corner(name) {
    const [x, y] = placeOf(name);
    return this.near ? [(this.side - 1 - x) * CELL, y * CELL] : [x * CELL, (this.side - 1 - y) * CELL];
  }

  #lay(side) {
    this.side = side;
    this.squares = new Map();
    this.element.setAttribute("viewBox", `0 0 ${side * CELL} ${side * CELL}`);
    [this.pieceLayer, this.markLayer, this.ghostLayer] = [svg("g"), svg("g"), svg("g")];
    const rows = Array.from({ length: side }, (_, i) => (this.near ? i : side - 1 - i));
    this.element.replaceChildren(...rows.map((y) => svg("g", { role: "row" }, Array.from({ length: side }, (_, x) => this.#square(x, y)))),
      this.pieceLayer, this.ghostLayer, this.markLayer);
    this.#focusable(this.squares.has(this.focus) ? this.focus : "a1");
  }

  #square(x, y) {
    const name = nameOf(x, y);
    const [left, top] = this.#corner(name);
    const group = svg("g", { transform: `translate(${left} ${top})`, role: "gridcell", tabindex: -1, "data-name": name },
      svg("rect", { class: "ground", width: CELL, height: CELL }),
      svg("path", { class: "sign", d: "M34 34L66 66M66 34L34 66" }),
      top === (this.side - 1) * CELL && svg("text", { class: "name", x: 94, y: 95, "text-anchor": "end" }, name[0]),
      left === 0 && svg("text", { class: "name", x: 6, y: 20 }, name.slice(1)),
      svg("rect", { class: "frame", x: 3, y: 3, width: CELL - 6, height: CELL - 6, rx: 7 }));
    group.addEventListener("click", () => this.chosen(name));
    group.addEventListener("pointerenter", () => this.looked(name));
    group.addEventListener("focus", () => {
      this.#focusable(name);
      this.looked(name);
    });
    this.squares.set(name, group);
    return group;
  }

  #focusable(name) {
    this.squares.get(this.focus)?.setAttribute("tabindex", -1);
    this.focus = name;
    this.squares.get(name).setAttribute("tabindex", 0);
  }

  #key(event) {
    if (event.key in STEPS) {
      const [x, y] = placeOf(this.focus);
      const [dx, dy] = STEPS[event.key].map((step) => (this.near ? -step : step));
      this.squares.get(nameOf(x + dx, y + dy))?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.chosen(this.focus);
    } else return;
    event.preventDefault();
  }

  #piece({ square, owner, draw, sort = "" }, ready) {
    const [x, y] = this.#corner(square);
    const token = owner === 0 ? svg("circle", { class: "token", cx: 50, cy: 50, r: 38 }) : svg("rect", { class: "token", x: 14, y: 14, width: 72, height: 72, rx: 10 });
    return svg("g", { class: `piece owner-${owner} ${sort}${ready ? " ready" : ""}`, transform: `translate(${x} ${y})`, "data-square": square },
      svg("g", { class: "body" }, token, draw()));
  }

  #mark(name, { sort = "go", label = "", preview = false, ring = false }) {
    const [x, y] = this.#corner(name);
    const width = Math.min(98, 18 + 11.5 * label.length);
    return svg("g", { class: `mark ${sort}${preview ? " preview" : ""}`, transform: `translate(${x} ${y})` },
      this.pieces.has(name) || ring ? svg("rect", { class: "ring", x: 6, y: 6, width: 88, height: 88, rx: 12 }) : svg("circle", { class: "dot", cx: 50, cy: 50, r: 13 }),
      label && svg("g", { class: "pill" }, svg("rect", { x: 50 - width / 2, y: 1, width, height: 26, rx: 8 }), svg("text", { x: 50, y: 21 }, label)));
  }

  #ghost({ from, to }, number) {
    if (!this.squares.has(to)) return null;
    const [x1, y1] = this.#corner(to).map((n) => n + 50);
    const badge = [svg("circle", { class: "badge", cx: x1 + 30, cy: y1 + 30, r: 14 }), svg("text", { x: x1 + 30, y: y1 + 36.5 }, number)];
    if (!this.squares.has(from)) return svg("g", { class: "ghost" }, svg("rect", { class: "ring", x: x1 - 40, y: y1 - 40, width: 80, height: 80, rx: 12 }), badge);
    const [x0, y0] = this.#corner(from).map((n) => n + 50);
    return svg("g", { class: "ghost" }, svg("line", { x1: x0, y1: y0, x2: x1, y2: y1 }), badge);
  }
}

/** One player's side: a name, and whose turn it is. A game may add what is in hand. */
export class PlainSide {
  constructor(owner, { chosen = () => {} } = {}) {
    Object.assign(this, { owner, chosen });
    this.element = el("section", { class: `side owner-${owner}`, "aria-label": `Player ${owner + 1}` });
  }

  more() { return null; }

  draw(position, { name = "", ...state } = {}) {
    const built = JSON.stringify([name, state.large, state.selected, [...(state.live ?? [])]]);
    if (position === this.position && built === this.built) return; // a button that is replaced under the pointer takes no click
    Object.assign(this, { position, built });
    put(this.element, el("div", { class: "side-head" }, shapeOf(this.owner), el("span", { class: "who" }, name || `Player ${this.owner + 1}`),
      position.player === this.owner && !position.over && el("span", { class: "moves" }, "to move")), this.more(position, state));
  }
}

/** Sections of rules: [title, points]. */
export function ruleSections(sections) {
  return el("div", { class: "split wide" }, sections.map(([title, points]) =>
    el("section", { class: "card-box prose" }, el("h2", {}, title), el("ul", {}, points.map((point) => el("li", {}, point))))));
}
