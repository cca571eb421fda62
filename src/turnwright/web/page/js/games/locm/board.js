// The board of Legends of Code and Magic: three cards to choose from in the draft, two lanes in the battle.

import { el } from "../../dom.js";
import { LANES, cardClass, cardFace, cardOf, cardWords, creatureWords, decorate, largeFace, placeButton, rebuild } from "./cards.js";

const WIDTH = 860; // pixels that the lanes are given at most

export class Board {
  /** `chosen` is told of a place that was clicked, `looked` of one that the pointer or focus is on (or null). */
  constructor({ chosen = () => {}, looked = () => {}, rules }) {
    this.listen = { chosen: (place) => this.chosen(place), looked };
    this.chosen = chosen;
    this.rules = rules;
    this.near = 0;
    this.element = el("div", { class: "locm-board", role: "group", "aria-label": "Board" });
  }

  room() {
    return WIDTH;
  }

  /** Put a player's creatures at the lower side. */
  seat(near) {
    if (near !== this.near) this.position = null;
    this.near = near;
  }

  /** Draw a position with what can be done. What is already there stays, so that a finger keeps what it is on. */
  draw(position, shown = {}) {
    if (position !== this.position) {
      this.position = position;
      rebuild(this.element, position.phase === "draft" ? this.#draft(position) : this.#battle(position));
    }
    decorate(this.element, shown);
  }

  /** Let what has been touched by effects move a little; resolves when it is at rest. */
  async glide(effects, milliseconds) {
    if (!milliseconds || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const places = new Set(effects.flatMap((effect) => [effect.at, effect.to]).filter((place) => place && !place.startsWith("lane:")));
    const nodes = [...this.element.querySelectorAll("[data-place]")].filter((node) => places.has(node.dataset.place));
    await Promise.all(nodes.map((node) => node.animate([{ transform: "scale(1.12)" }, { transform: "none" }], { duration: milliseconds, easing: "ease-out" }).finished));
  }

  #draft(position) {
    return el("div", { class: "locm-draft" }, position.choices.map((number, place) => {
      const card = cardOf(this.rules, number);
      return placeButton(`pick:${place}`, cardWords(this.rules, card), { class: `${cardClass(card)} large`, "data-key": place + 1 }, this.listen,
        largeFace(this.rules, card, place + 1));
    }));
  }

  #battle(position) {
    return LANES.map((name, lane) => el("section", { class: "lane", "aria-label": name },
      this.#row(position, lane, 1 - this.near), el("div", { class: "lane-name", "aria-hidden": "true" }, name), this.#row(position, lane, this.near)));
  }

  #row(position, lane, owner) {
    const creatures = position.sides[owner].creatures.filter((creature) => creature.lane === lane);
    const room = this.rules.lanes.size - creatures.length;
    const free = room > 0 && (position.player === owner && !position.over
      ? placeButton(`lane:${lane}`, `summon into the ${LANES[lane]}`, { class: `slot span-${room}`, disabled: true }, this.listen)
      : el("span", { class: `slot span-${room}` }));
    return el("div", { class: `lane-row owner-${owner}` }, creatures.map((creature) => this.#creature(creature, owner)), free);
  }

  #creature(creature, owner) {
    const card = cardOf(this.rules, creature.card);
    const guard = creature.keywords.includes("G") ? "guard" : "";
    return placeButton(`creature:${creature.id}`, creatureWords(this.rules, creature, owner, this.you ?? null),
      { class: `${cardClass(card)} creature owner-${owner} ${guard} ${creature.struck ? "struck" : ""}` }, this.listen,
      cardFace(card, { now: creature, id: creature.id }));
  }
}
