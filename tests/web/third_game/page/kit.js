// Pairs for the page: all that its author writes in JavaScript.

import { shapeOf } from "../../board/glyphs.js";
import { el, put } from "../../dom.js";

const LETTERS = "abcde";

class Board {
  constructor({ chosen }) {
    this.chosen = chosen;
    this.element = el("div", { class: "pairs-board", role: "group", "aria-label": "Board" });
  }

  room() {
    return 500;
  }

  draw(position, { live = new Set() } = {}) {
    put(this.element, position.rows.flatMap((row, y) => [...row].map((stone, x) => {
      const place = `${LETTERS[x]}${y + 1}`;
      return el("button", { type: "button", "data-place": place, disabled: !live.has(place), "aria-label": place, onclick: () => this.chosen(place) },
        stone === "." ? "" : shapeOf(stone === "x" ? 0 : 1));
    })));
  }

  async glide() {}
}

class Side {
  constructor(owner) {
    this.owner = owner;
    this.element = el("section", { class: `side owner-${owner}` });
  }

  draw(position, { name }) {
    put(this.element, el("div", { class: "side-head" }, shapeOf(this.owner), el("span", { class: "who" }, name || `Player ${this.owner + 1}`)));
  }
}

class Panel {
  constructor() {
    this.element = el("section", { class: "card-box panel" }, "Four in a row win.");
  }

  show() {}
}

export const kit = {
  Board, Side, Panel,
  effects: { place: { words: (effect) => `a stone on ${effect.at}` } },
  rulesOf: () => [el("p", {}, "Place two stones a turn; four in a row win.")],
};
