// One player of Legends of Code and Magic: health, runes, mana, hand and deck; in the draft, the picks.

import { el } from "../../dom.js";
import { shapeOf } from "../../board/glyphs.js";
import { glyph } from "./glyphs.js";
import { cardClass, cardFace, cardOf, cardWords, decorate, placeButton, rebuild } from "./cards.js";

const RUNES = [25, 20, 15, 10, 5];
const MOST_COST = 7; // cards from this cost on share a bar

export class Side {
  /** `chosen` is told of a card or player that was clicked, `looked` of one that the pointer or focus is on. */
  constructor(owner, { chosen = () => {}, looked = () => {}, rules }) {
    this.owner = owner;
    this.listen = { chosen, looked };
    this.rules = rules;
    this.element = el("section", { class: `side locm-side owner-${owner}`, "aria-label": `Player ${owner + 1}` });
  }

  /** `large`: whether the hand is to be played from. */
  draw(position, { name = "", large = false, ...shown } = {}) {
    const built = JSON.stringify([name, large, this.you]);
    if (position !== this.position || built !== this.built) {
      Object.assign(this, { position, built });
      const own = position.sides[this.owner];
      rebuild(this.element, position.phase === "draft" ? this.#drafter(position, own, name) : this.#fighter(position, own, name, large));
    }
    decorate(this.element, shown);
  }

  #name(position, name) {
    const moves = position.player === this.owner && !position.over;
    return [shapeOf(this.owner), el("span", { class: "who" }, name || `Player ${this.owner + 1}`), moves && el("span", { class: "moves" }, position.phase === "draft" ? "to pick" : "to move")];
  }

  #fighter(position, own, name, large) {
    const who = (this.you ?? null) === null ? `player ${this.owner + 1}` : this.owner === this.you ? "you" : "the opponent";
    const words = `${who}, ${own.health} health, ${own.runes.length} runes`;
    const mana = `${own.mana} of ${own.max_mana} mana${own.bonus ? ", one of it the bonus" : ""}`;
    return [
      el("div", { class: "side-head" }, this.#name(position, name),
        placeButton(`face:${this.owner}`, words, { class: "face" }, this.listen, glyph("heart", { class: "heart" }), el("b", {}, String(own.health)),
          el("span", { class: "runes" }, RUNES.map((rune) => el("span", { class: own.runes.includes(rune) ? "" : "broken" }, glyph("rune"))))),
        el("span", { class: "mana", role: "img", "aria-label": mana }, glyph("gem"), el("b", {}, `${own.mana}/${own.max_mana}`)),
        el("span", { class: "counts" }, own.deck.length ? `draws ${own.next_draw}` : `hand ${own.hand.length} · deck ${own.deck_count} · draws ${own.next_draw}`)),
      el("div", { class: large ? "hand locm-hand" : "hand small-hand" }, own.hand.map((one, i) => this.#card(one, i, large)),
        !own.hand.length && el("span", { class: "soft small" }, "no cards in hand")),
      own.deck.length > 0 && el("details", { class: "deck" }, el("summary", { title: "in no order" }, `Deck: ${own.deck.length}`, el("span", { class: "in-words" }, own.deck.length === 1 ? " card" : " cards")),
        el("ul", {}, own.deck.map((number) => el("li", {}, cardOf(this.rules, number).name)))),
    ];
  }

  #card({ id, card: number }, i, large) {
    if (!number) return el("span", { class: "playing-card back", role: "img", "aria-label": "unknown card" });
    const card = cardOf(this.rules, number);
    const attributes = { class: `${cardClass(card)} ${large ? "in-hand" : "mini"}`, "data-key": large && i + 1 };
    return placeButton(`card:${id}`, cardWords(this.rules, card), attributes, this.listen, large ? cardFace(card, { id }) : [String(card.cost), " ", card.name]);
  }

  #drafter(position, own, name) {
    const known = own.picks.filter(Boolean).map((number) => cardOf(this.rules, number));
    return [
      el("div", { class: "side-head" }, this.#name(position, name), el("span", { class: "counts" }, `${own.picks.length} of ${position.rounds} cards`)),
      (known.length > 0 || (this.you ?? this.owner) === this.owner) && this.#curve(known), // also before the first pick, so that the cards stay where they are
      known.length > 0 && el("details", { class: "deck" }, el("summary", {}, "Cards picked"), el("ul", {}, known.map((card) => el("li", {}, `${card.cost} ${card.name}`)))),
    ];
  }

  #curve(cards) {
    const counts = Array.from({ length: MOST_COST + 1 }, (_, cost) => cards.filter((card) => Math.min(card.cost, MOST_COST) === cost).length);
    const items = cards.filter((card) => card.kind !== "creature").length;
    const words = counts.map((count, cost) => `${count} of cost ${cost}${cost === MOST_COST ? " and more" : ""}`).join(", ");
    const mean = (cards.reduce((sum, card) => sum + card.cost, 0) / Math.max(1, cards.length)).toFixed(1);
    const creatures = cards.filter((card) => card.kind === "creature");
    const having = Object.keys(this.rules.keywords).map((letter) => [letter, creatures.filter((card) => card.keywords.includes(letter)).length]).filter(([, count]) => count);
    return el("div", { class: "curve-line" }, el("div", { class: "mana-curve", role: "img", "aria-label": `Picked: ${words}` },
      counts.map((count, cost) => el("span", {}, el("i", { class: `bar bar-${Math.min(count, 12)}` }), el("b", {}, String(count)), el("small", {}, `${cost}${cost === MOST_COST ? "+" : ""}`)))),
    el("span", { class: "soft small deck-facts" }, el("span", {}, `cards by cost, ${mean} on average; ${cards.length - items} creatures, ${items} items`),
      el("span", { class: "having" }, having.map(([letter, count]) => el("span", {}, glyph(`keyword-${letter}`), ` ${count} ${this.rules.keywords[letter].name}`)))));
  }
}
