// The panel that tells everything about a card, a creature, a lane or a player of Legends of Code and Magic.

import { el, put } from "../../dom.js";
import { effectWords } from "../../words.js";
import { effects } from "./effects.js";
import { glyph } from "./glyphs.js";
import { LANES, cardOf, glyphOfKind } from "./cards.js";

export class Panel {
  constructor(rules) {
    this.rules = rules;
    this.element = el("section", { class: "card-box panel", "aria-label": "About" });
    this.idle();
  }

  idle() {
    put(this.element, el("p", { class: "soft" }, "Point at a card, creature or player to read about it. Click one of your cards or creatures, then a highlighted target. Keys 1 to 8 choose cards."));
  }

  /** `place`: such as card:7 or creature:7; `target`: what would happen there, if it is a target. */
  show(position, place, target) {
    const inside = place && this.#about(position, ...place.split(":"));
    if (!inside) return;
    put(this.element, target && el("p", {}, el("b", {}, target.action), " ", effectWords({ effects }, target.effects)), inside);
  }

  #about(position, sort, text) {
    const id = Number(text);
    if (sort === "lane") return [el("div", { class: "title" }, LANES[id]), el("p", {}, "Up to three creatures of each player; they fight only inside their lane.")];
    if (sort === "face") return this.#player(position.sides[id], id);
    if (sort === "pick") return this.#card(position.choices[id]);
    if (sort === "card") return this.#card(position.sides.flatMap((side) => side.hand).find((one) => one.id === id)?.card);
    const creature = position.sides.flatMap((side) => side.creatures).find((one) => one.id === id);
    return creature && this.#card(creature.card, creature);
  }

  #player(side, seat) {
    return [el("div", { class: `title owner-${seat}` }, glyph("heart"), `Player ${seat + 1}: ${side.health} health`),
      el("p", { class: "small" }, side.runes.length ? `Runes at ${side.runes.join(", ")}: one breaks when health falls to it, and gives a card next turn.` : "All runes are broken: without cards in the deck, health falls to zero."),
      el("dl", {}, el("dt", {}, "mana"), el("dd", {}, `${side.mana} of ${side.max_mana}`), el("dt", {}, "hand"), el("dd", {}, `${side.hand.length} cards`),
        el("dt", {}, "deck"), el("dd", {}, `${side.deck_count} cards`), el("dt", {}, "next turn"), el("dd", {}, `draws ${side.next_draw}`))];
  }

  #card(number, creature = null) {
    if (!number) return null;
    const card = cardOf(this.rules, number);
    const now = creature ?? card;
    const changed = (name) => (creature && creature[name] !== card[name] ? `${creature[name]} (card ${card[name]})` : String(now[name]));
    const rows = [["kind", card.kind], ["cost", `${card.cost} mana`], card.kind === "creature" && ["attack", changed("attack")], card.kind === "creature" && ["defense", changed("defense")],
      creature && ["in notation", String(creature.id)]].filter(Boolean);
    return [
      el("div", { class: "title" }, glyph(glyphOfKind(card.kind)), card.name),
      card.meaning ? el("p", {}, card.meaning) : null,
      el("dl", {}, rows.map(([term, words]) => [el("dt", {}, term), el("dd", {}, words)])),
      [...now.keywords].map((letter) => el("p", { class: "small keyword" }, glyph(`keyword-${letter}`), el("span", {}, el("b", {}, this.rules.keywords[letter].name), ": ", this.rules.keywords[letter].meaning))),
      card.kind === "creature" ? null : el("p", { class: "small soft" }, this.rules.kinds[card.kind]),
    ];
  }
}
