// The panel that tells everything about a piece, a card or a square.

import { el, put } from "../../dom.js";
import { effectWords, inFront } from "../../words.js";
import { effects } from "./effects.js";
import { CARDS, whose } from "./board.js";
import { glyph } from "./glyphs.js";

const SQUARES = {
  A: ["Assault square", "Each one that you occupy adds 300 to your damage on crystals."],
  S: ["Defense square", "A piece here takes 20 % less physical damage."],
  P: ["Power square", "A unit here has 100 more power."],
};

/** A deploy square of a player, as whoever reads it would call it. */
function deploySquare(owner, you) {
  const other = whose(1 - owner, you).replace("your", "yours");
  return [inFront(`${whose(owner, you)} deploy square`), inFront(`${whose(owner, you)} units enter here; ${other} may not step on it.`)];
}

const squares = (count) => (count === 1 ? "1 square" : `${count} squares`);

export class Panel {
  constructor(rules) {
    this.rules = rules;
    this.element = el("section", { class: "card-box panel", "aria-label": "About" });
    this.idle();
  }

  idle() {
    put(this.element, el("p", { class: "soft" }, "Point at a piece, card or square to read about it. Click one of yours, then a highlighted square."));
  }

  /** `place`: a square's name or "card:K"; `target`: what would happen there, if it is a target. */
  show(position, place, target) {
    if (!place) return;
    const inside = place.startsWith("card:") ? this.#card(CARDS[place.slice(5)]) : this.#square(position, place);
    put(this.element, target && el("p", {}, el("b", {}, target.action), " ", effectWords({ effects }, target.effects) || "nothing else happens"), inside);
  }

  #card(name) {
    const unit = this.rules.units[name];
    return [el("div", { class: "title" }, glyph(name), name), el("p", {}, this.rules.cards[name].meaning), unit && this.#numbers(unit)];
  }

  #square(position, square) {
    const piece = position.pieces.find((one) => one.square === square);
    const [x, y] = [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
    const symbol = position.rows[y]?.[x] ?? "";
    const kind = SQUARES[symbol] ?? (/d/i.test(symbol) && deploySquare(symbol === "d" ? 0 : 1, this.you ?? null));
    const about = kind && el("p", { class: "small soft" }, el("b", {}, kind[0]), ": ", kind[1]);
    if (!piece) return [el("div", { class: "title" }, `Square ${square}`), about || el("p", { class: "soft" }, "Nothing special.")];
    const unit = this.rules.units[piece.kind];
    return [
      el("div", { class: `title owner-${piece.owner}` }, glyph(piece.kind), el("span", {}, inFront(`${whose(piece.owner, this.you ?? null)} ${piece.kind}, ${square}`))),
      el("p", { class: "small" }, piece.hp ? unit.meaning : "Knocked out: lost at the end of its owner's turn unless it is revived before."),
      piece.kind === "crystal"
        ? el("dl", {}, el("dt", {}, "hit points"), el("dd", {}, `${piece.hp} of ${piece.full}`))
        : this.#numbers(unit, piece),
      about,
    ];
  }

  #numbers(unit, piece) {
    const resists = [[unit.physical_resistance + (piece?.gear.includes("dragonscale") ? 20 : 0), "physical"],
      [unit.magical_resistance + (piece?.gear.includes("helm") ? 20 : 0), "magical"]].filter(([share]) => share);
    const near = { 1: "half", 2: "", 4: "double" }[unit.melee_halves];
    const rows = [
      ["hit points", piece ? `${piece.hp} of ${piece.full}` : unit.hp],
      ["power", piece && piece.power !== unit.power ? `${piece.power} (by itself ${unit.power})` : unit.power],
      ["attack", `${unit.magical ? "magical" : "physical"}, up to ${squares(unit.reach)}${near ? `, ${near} next to it` : ""}`],
      ["speed", squares(unit.speed)],
      unit.heal_reach && ["heals", `3 × power, within ${unit.heal_reach}; revives with 2 × power`],
      resists.length && ["resists", resists.map(([share, kind]) => `${share} % ${kind}`).join(", ")],
      piece?.gear.length && ["carries", piece.gear.join(", ")],
    ].filter(Boolean);
    return el("dl", {}, rows.map(([term, text]) => [el("dt", {}, term), el("dd", {}, String(text))]));
  }
}
