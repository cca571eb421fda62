// Any game as a picture and a list of actions: for games that have no folder of their own.

import { shapeOf } from "../../board/glyphs.js";
import { el, put } from "../../dom.js";

const WIDTH = 720; // pixels that a picture is given at most

class Board {
  constructor({ chosen = () => {}, looked = () => {} } = {}) {
    Object.assign(this, { chosen, looked });
    this.picture = el("div", { class: "picture" });
    this.actions = el("div", { class: "actions", role: "group", "aria-label": "Actions" });
    this.element = el("div", { class: "drawn-board" }, this.picture, this.actions);
  }

  room() {
    return WIDTH;
  }

  draw(position, { live = new Set(), last = [] } = {}) {
    const built = JSON.stringify([[...live], last]);
    if (position === this.position && built === this.built) return; // a button that is replaced under the pointer takes no click
    Object.assign(this, { position, built });
    put(this.picture, position.svg
      ? el("img", { src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(position.svg)}`, alt: "The position" })
      : el("pre", {}, position.text));
    put(this.actions, [...live].map((place) => el("button", { type: "button", class: "mono", "data-place": place, onclick: () => this.chosen(place) }, place)),
      !live.size && last.map((place) => el("span", { class: "mono last" }, place)));
  }

  async glide() {} // a picture does not move
}

class Side {
  constructor(owner) {
    this.owner = owner;
    this.element = el("section", { class: `side owner-${owner}`, "aria-label": `Player ${owner + 1}` });
  }

  draw(position, { name = "" } = {}) {
    put(this.element, el("div", { class: "side-head" }, shapeOf(this.owner), el("span", { class: "who" }, name || `Player ${this.owner + 1}`),
      position.player === this.owner && !position.over && el("span", { class: "moves" }, "to move")));
  }
}

class Panel {
  constructor() {
    this.element = el("section", { class: "card-box panel", "aria-label": "About" }, el("p", { class: "soft" }, "Click an action to play it."));
  }

  show() {} // nothing is known of a place but its name
}

export const kit = { Board, Side, Panel };
