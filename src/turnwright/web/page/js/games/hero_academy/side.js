// One player's side: name, action points, hand and deck.

import { el, put } from "../../dom.js";
import { shapeOf } from "../../board/glyphs.js";
import { LETTERS, UNITS } from "./board.js";
import { glyph } from "./glyphs.js";

/** Names that are wider than a card, and where they break. */
const LABELS = { dragonscale: "dragon\u00adscale", runemetal: "rune\u00admetal" };

export class Side {
  /** `chosen` is told of a card ("card:K") or of "deck", `looked` of a card that the pointer or focus is on. */
  constructor(owner, { chosen = () => {}, looked = () => {} } = {}) {
    this.owner = owner;
    this.chosen = chosen;
    this.looked = looked;
    this.element = el("section", { class: `side owner-${owner}`, "aria-label": `Player ${owner + 1}` });
  }

  /** `live`: places that can be clicked; `selected`; `large`: whether the hand is to be played from. */
  draw(position, { name = "", live = new Set(), selected = null, large = false, targets = new Map() } = {}) {
    // What has not changed is not built again: a button that is replaced under the pointer takes no click.
    const built = JSON.stringify([name, large, selected, targets.has("deck"), [...live].filter((place) => place.startsWith("card:"))]);
    if (position === this.position && built === this.built) return;
    Object.assign(this, { position, built });
    const focused = this.element.contains(document.activeElement) && document.activeElement.dataset.place;
    const owner = this.owner;
    const moves = position.player === owner && !position.over;
    const hand = Object.entries(position.hands[owner]);
    const unknown = position.unknown[owner];
    put(this.element,
      el("div", { class: "side-head" }, shapeOf(owner), el("span", { class: "who" }, name || `Player ${owner + 1}`),
        moves && el("span", { class: "moves" }, "to move"),
        moves && el("span", { class: "points", role: "img", "aria-label": `${position.ap} of ${position.points} action points left` },
          el("span", { class: "in-words" }, `${position.ap} AP`),
          position.points <= 8 && Array.from({ length: position.points }, (_, i) => el("i", { class: i < position.ap ? "left" : "" })))),
      el("div", { class: large ? "hand" : "hand small-hand" },
        hand.map(([card, count], i) => this.#card(card, count, { live, selected, large, key: i + 1 })),
        Array.from({ length: unknown }, () => el("span", { class: "playing-card back", role: "img", "aria-label": "unknown card" })),
        large && targets.has("deck") && el("button", { type: "button", class: "swap", "data-place": "deck", "aria-label": "Put back into the deck", title: "Put back into the deck", onclick: () => this.chosen("deck") }, "Put back"),
        !hand.length && !unknown && el("span", { class: "soft small" }, "no cards in hand")),
      this.#deck(position));
    if (focused) {
      this.drawing = true; // the focus only comes back, nobody has looked anew
      this.element.querySelector(`[data-place="${focused}"]`)?.focus({ preventScroll: true });
      this.drawing = false;
    }
  }

  #card(card, count, { live, selected, large, key }) {
    const place = `card:${LETTERS[card]}`;
    const attributes = {
      type: "button", class: `playing-card ${UNITS.includes(card) ? "unit" : ""} ${large && !live.has(place) ? "idle" : ""}`,
      "aria-label": `${card}${count > 1 ? `, ${count} of them` : ""}`, "data-place": place,
      onpointerenter: () => this.looked(place), onpointerleave: () => this.looked(null), onfocus: () => this.drawing || this.looked(place),
    };
    const inside = [glyph(card), el("span", { class: "label" }, LABELS[card] ?? card), count > 1 && el("span", { class: "times", "aria-hidden": "true" }, `×${count}`)];
    if (!large) return el("span", { ...attributes, type: undefined, role: "img" }, inside);
    return el("button", { ...attributes, "data-key": key, "aria-pressed": String(selected === place), onclick: () => this.chosen(place) }, inside);
  }

  #deck(position) {
    const deck = Object.entries(position.decks[this.owner]);
    const count = deck.reduce((sum, [, cards]) => sum + cards, 0) - position.unknown[this.owner];
    const what = position.unknown[this.owner] ? "unseen cards (hand and deck)" : "cards";
    return el("details", { class: "deck" }, el("summary", {}, `Deck: ${count}`, el("span", { class: "in-words" }, count === 1 ? " card" : " cards")),
      el("ul", { "aria-label": what }, deck.map(([card, cards]) => el("li", {}, cards > 1 ? `${card} × ${cards}` : card))));
  }
}
