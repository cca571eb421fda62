// A board with both sides and the panel, and how people play on it: choose a piece or card, then a target.

import { announce, el } from "../dom.js";
import { effectMarks, effectWords, readBy } from "../words.js";
import { moveByArrows } from "./arrows.js";

/** A place in words: squares are called by their names. */
const placeWords = (place) => place.replace(/^(\w+):(\w+)$/, (_, kind, which) => (kind === "lane" ? `${which === "0" ? "left" : "right"} lane` : kind === "face" ? "the player" : kind));

export class Table {
  /** `effects(place)` resolves to what a piece or card could do; `act(action, effects)` is told what was chosen. */
  constructor(kit, rules, { effects = async () => [], act = () => {} } = {}) {
    this.kit = kit;
    this.effects = effects;
    this.act = act;
    this.legal = [];
    this.selected = null;
    this.targets = new Map();
    this.shown = {};
    this.awaited = 0;
    const listen = { chosen: (place) => this.choose(place), looked: (place) => this.#look(place), rules };
    this.board = new kit.Board(listen);
    this.sides = [new kit.Side(0, listen), new kit.Side(1, listen)];
    this.panel = new kit.Panel(rules);
    this.element = el("div", { class: "table-board" }, this.sides[1].element, this.board.element, this.sides[0].element);
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && this.choose(null));
    moveByArrows(this.element);
  }

  /** Put the player who looks on at the near side. `you`: the seat whose pieces are called "your", if there is one. */
  seat(near, you = null) {
    for (const part of [this.board, this.panel, ...this.sides]) part.you = you;
    readBy(you);
    if (near === this.near) return;
    this.near = near;
    this.board.seat?.(near);
    this.element.replaceChildren(this.sides[1 - near].element, this.board.element, this.sides[near].element);
  }

  /** Show a position. `legal`: what can be played now; `names`: of the players; `hands`: whose hands are played from. */
  show(position, { legal = [], names = [], hands = [], last = [], ghosts = [], marks = null } = {}) {
    this.position = position;
    this.legal = legal;
    this.shown = { names, hands, last, ghosts, marks };
    this.selected = null;
    this.targets = new Map();
    this.#draw();
  }

  /** Take no clicks until `work` is done: the position that is still shown is about to be replaced. */
  async during(work) {
    this.awaited += 1;
    this.element.setAttribute("aria-busy", "true");
    try {
      return await work;
    } finally {
      this.awaited -= 1;
      if (!this.awaited) this.element.removeAttribute("aria-busy");
    }
  }

  /** Change what an agent has in mind. */
  haunt(ghosts) {
    this.shown.ghosts = ghosts;
    this.#draw();
  }

  get sources() {
    return new Set(this.legal.map((one) => one.from));
  }

  /** Press the card that has a key; where there are no cards, choose one of the pieces that can act, in order. */
  press(key) {
    if (this.element.querySelector("[data-key]")) this.element.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`)?.click();
    else {
      const place = [...this.sources].sort()[Number(key) - 1];
      if (place) this.choose(place);
    }
  }

  choose(place) {
    if (this.awaited) return; // keys are as quick as clicks
    const whole = this.legal.find((one) => one.from === place && !one.to); // needs no target
    if (whole) {
      this.act(whole.action, []);
      return;
    }
    const target = this.selected && this.legal.find((one) => one.from === this.selected && one.to === place);
    if (target) {
      const effects = this.targets.get(place)?.effects ?? [];
      announce(effectWords(this.kit, effects) || target.action);
      this.act(target.action, effects);
      return;
    }
    const selected = place !== this.selected && this.sources.has(place) ? place : null;
    this.selected = selected;
    this.targets = new Map();
    if (selected) {
      for (const one of this.legal.filter((other) => other.from === selected)) this.targets.set(one.to, { action: one.action, effects: [] });
      this.effects(selected).then((found) => {
        if (this.selected !== selected) return;
        for (const target of found) this.targets.set(target.to, target);
        this.#tellTargets();
        this.#draw();
      });
    }
    this.panel.show(this.position, place ?? "", undefined);
    this.#draw();
  }

  /** Say what was chosen could do, for those who do not see the marks. */
  #tellTargets() {
    const told = [...this.targets.values()].map(({ to, effects }) => [placeWords(to), effectWords(this.kit, effects)].filter(Boolean).join(": "));
    announce(`${told.length === 1 ? "1 target" : `${told.length} targets`}: ${told.slice(0, 12).join("; ")}${told.length > 12 ? "; and more" : ""}`);
  }

  #look(place) {
    const target = place && this.targets.get(place);
    if (place) this.panel.show(this.position, place, target);
    const aimed = target ? place : null;
    if (aimed !== this.aimed) {
      this.aimed = aimed;
      this.#draw();
    }
  }

  #draw() {
    if (!this.position) return;
    this.element.parentElement?.style.setProperty("--room", `${this.board.room(this.position)}px`);
    const { names, hands, last, ghosts, marks } = this.shown;
    const sources = this.sources;
    const live = new Set([...sources, ...this.targets.keys()]);
    const shown = marks ?? this.#marks();
    const area = this.targets.has(this.aimed) ? this.kit.area(this.selected, this.aimed, this.position) : [];
    const state = { area, live, selected: this.selected, last, ready: this.selected ? new Set() : sources, marks: shown, ghosts, targets: this.targets };
    this.board.draw(this.position, state);
    for (const side of this.sides) {
      side.draw(this.position, { ...state, name: names[side.owner], large: hands.includes(side.owner) });
      if (this.specs?.[side.owner]) side.element.querySelector(".who")?.setAttribute("title", this.specs[side.owner]);
    }
  }

  /** Every target with its own effect, or the one that is aimed at with all that it does. */
  #marks() {
    const marks = new Map();
    const aimed = this.targets.get(this.aimed);
    const preview = aimed && effectMarks(this.kit, aimed.effects);
    for (const [place, target] of this.targets) {
      if (preview?.size && place !== this.aimed) continue; // what would be hit, and nothing else
      if (place === "deck") continue;
      const all = effectMarks(this.kit, target.effects);
      const own = all.get(place);
      const others = [...all.keys()].filter((name) => name !== place).length;
      const far = !own && others > 0; // what happens, happens elsewhere
      const label = aimed ? "" : own ? own.label : far ? this.kit.far(all, this.position) || String(others) : "";
      marks.set(place, { sort: own?.sort ?? (far ? "far" : "go"), label });
    }
    if (aimed) {
      for (const [place, mark] of preview) marks.set(place, { ...mark, preview: true, ring: true });
    }
    return marks;
  }
}
