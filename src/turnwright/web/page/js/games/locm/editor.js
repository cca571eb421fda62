// Setting up a battle of Legends of Code and Magic by hand: hands, decks, creatures, health, runes and mana.

import { el, put } from "../../dom.js";
import { LANES, cardOf } from "./cards.js";

const KEYWORDS = "BCDGLW";
const RUNES = [25, 20, 15, 10, 5, 0];
const MOST_CARDS = 30; // of a player, wherever they are
const FRESH = "hp30,was30,mana1/1,bonus0,rune25,draw1,shown1";

const numbersOf = (text) => text.match(/hp(-?\d+),was(-?\d+),mana(\d+)\/(\d+),bonus(\d),rune(\d+),draw(\d+),shown(\d+)/).slice(1).map(Number);
const listOf = (text) => (text === "-" ? [] : text.split(","));
const numberOf = (word) => Number(word.split("=")[1].split(":")[0].replace("?", "0"));

function sideOf([numbers, hand, deck, board, gone]) {
  const [health, was, mana, most, bonus, rune, draw, shown] = numbersOf(numbers);
  return { health, was, mana, most, bonus, rune, draw, shown, hand: listOf(hand).map(numberOf), deck: listOf(deck).map(numberOf), gone: listOf(gone).map(numberOf),
    board: listOf(board).map((word) => {
      const [, lane, strength, rest] = word.split(":");
      const [attack, defense] = strength.split("/").map(Number);
      return { card: numberOf(word), lane: Number(lane), attack, defense, keywords: rest.slice(0, 6), flags: rest.slice(6) };
    }) };
}

/** A side in notation. Cards are numbered anew: hand, creatures, deck and cards gone, as far as there are numbers. */
function sideText(side, owner) {
  let next = 1 + owner;
  const taken = () => { next += 2; return next - 2; };
  const cards = (numbers) => numbers.map((number) => `${taken()}=${number || "?"}`).join(",") || "-";
  const hand = cards(side.hand);
  const board = side.board.map((one) => `${taken()}=${one.card}:${one.lane}:${one.attack}/${one.defense}:${one.keywords}${one.flags}`).join(",") || "-";
  const deck = cards(side.deck);
  const gone = cards(side.gone.slice(0, Math.max(0, MOST_CARDS - side.hand.length - side.board.length - side.deck.length)));
  return `hp${side.health},was${side.was},mana${side.mana}/${side.most},bonus${side.bonus},rune${side.rune},draw${side.draw},shown${side.shown} ${hand} ${deck} ${board} ${gone}`;
}

export class Editor {
  /** `changed` is told the notation after every change, `refused` why something cannot be done. */
  constructor(rules, { changed, refused }) {
    Object.assign(this, { rules, changed, refused });
    this.chosen = el("select", { id: "battle-card", "aria-label": "Card" }, Object.keys(rules.kinds).map((kind) => el("optgroup", { label: kind },
      rules.cards.filter((card) => card.kind === kind).sort((a, b) => a.name.localeCompare(b.name)).map((card) => el("option", { value: card.number }, this.#label(card))))),
    el("option", { value: 0 }, "unknown card"));
    this.turnField = el("span");
    this.places = [el("fieldset", { class: "locm-set owner-0" }), el("fieldset", { class: "locm-set owner-1" })];
    this.element = el("div", { class: "stack", hidden: true },
      el("div", { class: "row" }, el("label", { htmlFor: "battle-card" }, "Card to add"), this.chosen, this.turnField), this.places);
  }

  #label(card) {
    const strength = card.kind === "creature" ? `, ${card.attack}/${card.defense} ${card.keywords}` : "";
    return `${card.name} (${card.cost} mana${strength.trimEnd()})`;
  }

  /** Begin with a position as the server has described it; with an empty battle if it is of a draft. */
  load({ notation }) {
    const words = notation.split(" ");
    const drafting = words[1] === "draft";
    this.spec = words[0];
    this.turn = drafting ? 0 : Number(words[2]);
    this.sides = drafting ? [0, 1].map((owner) => ({ ...sideOf([FRESH, "-", "-", "-", "-"]), bonus: owner })) : [sideOf(words.slice(4, 9)), sideOf(words.slice(9, 14))];
    this.rest = drafting ? [] : words.slice(14).filter((word) => word.startsWith("chance="));
    this.#draw();
  }

  get text() {
    return [this.spec, "battle", this.turn, (this.turn & 1) + 1, sideText(this.sides[0], 0), sideText(this.sides[1], 1), ...this.rest].join(" ");
  }

  /** A creature that was clicked on the board is found in the list. */
  paint(place) {
    this.element.querySelector(`[data-set="${place}"] input`)?.focus();
  }

  #change() {
    this.changed(this.text);
  }

  #add(owner, where) {
    const side = this.sides[owner];
    const number = Number(this.chosen.value);
    const card = number ? cardOf(this.rules, number) : null;
    if (side.hand.length + side.board.length + side.deck.length >= MOST_CARDS) {
      this.refused(`Player ${owner + 1} has ${MOST_CARDS} cards, the maximum; remove one first.`);
    } else if (typeof where === "string") {
      side[where].push(number);
      this.#change();
    } else if (card?.kind !== "creature") {
      this.refused(`${card?.name ?? "An unknown card"} is not a creature, so it cannot be in a lane; choose a creature.`);
    } else {
      const keywords = [...KEYWORDS].map((letter) => (card.keywords.includes(letter) ? letter : "-")).join("");
      side.board.push({ card: number, lane: where, attack: card.attack, defense: card.defense, keywords, flags: (this.turn & 1) === owner ? "r" : "" });
      this.#change();
    }
  }

  #draw() {
    put(this.turnField, this.#number("turn", "Turn", this.turn + 1, (value) => this.#setTurn(value - 1)), el("span", { class: "small soft" }, ` player ${(this.turn & 1) + 1} to move`));
    this.places.forEach((place, owner) => put(place, el("legend", {}, `Player ${owner + 1}`), this.#numbers(owner), this.#cards(owner), this.#creatures(owner)));
  }

  /** Whoever is to move may attack with everything, the other one with nothing. */
  #setTurn(turn) {
    if ((turn & 1) !== (this.turn & 1)) this.sides.forEach((side, owner) => side.board.forEach((one) => { one.flags = (turn & 1) === owner ? "r" : ""; }));
    this.turn = turn;
    this.#change();
  }

  #number(key, label, value, set) {
    return el("label", { class: "small-field" }, label, el("input", { id: `battle-${key}`, type: "number", value, onchange: (event) => set(Math.round(Number(event.target.value) || 0)) }));
  }

  #numbers(owner) {
    const side = this.sides[owner];
    const field = (name, label) => this.#number(`${name}-${owner}`, label, side[name], (value) => {
      side[name] = value;
      this.#change();
    });
    const health = this.#number(`health-${owner}`, "Health", side.health, (value) => {
      Object.assign(side, { health: value, was: value });
      if (value > 0) side.rune = Math.min(side.rune, RUNES.find((rune) => rune < value)); // what is passed is broken
      this.#change();
    });
    return el("div", { class: "row" }, health,
      el("label", { class: "small-field" }, "Next rune", el("select", { id: `battle-rune-${owner}`, onchange: (event) => {
        side.rune = Number(event.target.value);
        this.#change();
      } }, RUNES.map((rune) => el("option", { value: rune, selected: rune === side.rune }, rune ? String(rune) : "none")))),
      field("mana", "Mana"), field("most", "of"), field("draw", "Draws next"));
  }

  #cards(owner) {
    const side = this.sides[owner];
    const list = (where, label) => el("div", { class: "chips" }, el("b", { class: "small" }, `${label} (${side[where].length})`),
      side[where].map((number, i) => el("button", { type: "button", class: "chip", "aria-label": `take ${this.#name(number)} out of the ${where}`, onclick: () => {
        side[where].splice(i, 1);
        this.#change();
      } }, this.#name(number), el("span", { "aria-hidden": "true" }, " ✕"))),
      el("button", { type: "button", class: "chip add", id: `battle-${where}-${owner}`, "aria-label": `add the card to player ${owner + 1}'s ${where}`, onclick: () => this.#add(owner, where) }, "+ add"));
    return [list("hand", "Hand"), el("details", { open: this.deckOpen?.[owner], ontoggle: (event) => { (this.deckOpen ??= [])[owner] = event.target.open; } },
      el("summary", {}, `Deck: ${side.deck.length} cards, the next one first`), list("deck", "Deck"))];
  }

  #name(number) {
    return number ? cardOf(this.rules, number).name : "unknown card";
  }

  #creatures(owner) {
    const side = this.sides[owner];
    const first = 1 + owner + 2 * side.hand.length; // creatures are numbered after the hand
    return [
      side.board.map((one, i) => {
        const strength = (name) => el("input", { type: "number", "aria-label": `${name} of ${this.#name(one.card)}`, value: one[name], onchange: (event) => {
          one[name] = Math.round(Number(event.target.value) || 0);
          this.#change();
        } });
        return el("div", { class: "creature-row", "data-set": `creature:${first + 2 * i}` }, el("b", { class: "small" }, this.#name(one.card)), strength("attack"), "/", strength("defense"),
          el("select", { "aria-label": "Lane", onchange: (event) => {
            one.lane = Number(event.target.value);
            this.#change();
          } }, LANES.map((name, lane) => el("option", { value: lane, selected: lane === one.lane }, name))),
          [...KEYWORDS].map((letter, k) => el("button", { type: "button", class: "chip", title: this.rules.keywords[letter].name, "aria-label": this.rules.keywords[letter].name, "aria-pressed": String(one.keywords[k] === letter), onclick: () => {
            const now = one.keywords.split("");
            now[k] = now[k] === letter ? "-" : letter;
            one.keywords = now.join("");
            this.#change();
          } }, letter)),
          (this.turn & 1) === owner && el("label", { class: "small" }, el("input", { type: "checkbox", checked: one.flags.includes("r"), onchange: (event) => {
            one.flags = (event.target.checked ? "r" : "") + one.flags.replace(/[rs]/g, "");
            this.#change();
          } }), " can attack"),
          el("button", { type: "button", class: "chip", "aria-label": `remove ${this.#name(one.card)}`, onclick: () => {
            side.board.splice(i, 1);
            this.#change();
          } }, "✕"));
      }),
      el("div", { class: "chips" }, LANES.map((name, lane) => el("button", { type: "button", class: "chip add", id: `battle-lane-${owner}-${lane}`, onclick: () => this.#add(owner, lane) }, `+ ${name}`))),
    ];
  }
}
