// Cards of Legends of Code and Magic: how they look, and what they are called.

import { el } from "../../dom.js";
import { glyph } from "./glyphs.js";

export const LANES = ["left lane", "right lane"];
export const glyphOfKind = (kind) => `kind-${kind.split(" ")[0]}`;

/** The picture of a card: items by their kind, creatures by their size. */
function artOf({ kind, attack, defense }) {
  if (kind !== "creature") return `art-${kind.split(" ")[0]}`;
  return `art-${attack + defense < 6 ? "imp" : attack + defense < 11 ? "wolf" : "dragon"}`;
}

const change = (value) => (value < 0 ? `−${-value}` : `+${value}`);

/** A card by its number. */
export const cardOf = (rules, number) => rules.cards[number - 1];

const keywordWords = (rules, letters) => [...letters].map((letter) => rules.keywords[letter].name);

/** A card in words, for those who do not see it. */
export function cardWords(rules, card) {
  const strength = card.kind === "creature" ? `attack ${card.attack}, defense ${card.defense}` : null;
  const keywords = card.kind === "creature" ? keywordWords(rules, card.keywords) : [];
  return [card.name, card.kind, `cost ${card.cost}`, strength, ...keywords, card.meaning].filter(Boolean).join(", ");
}

/** A creature in words. */
export function creatureWords(rules, creature, owner, you = null) {
  const whose = you === null ? `player ${owner + 1}'s` : owner === you ? "your" : "the opponent's";
  const state = creature.ready ? "ready to attack" : creature.struck ? "has attacked" : null;
  return [`${whose} ${cardOf(rules, creature.card).name}`, LANES[creature.lane], `attack ${creature.attack}`, `defense ${creature.defense}`,
    ...keywordWords(rules, creature.keywords), state].filter(Boolean).join(", ");
}

const costSign = (card) => el("span", { class: "cost" }, glyph("gem"), el("b", {}, String(card.cost)));

/** What a card shows. `now`: attack, defense and keywords of a creature in play; `id`: its number in notation. */
export function cardFace(card, { now = card, id = null } = {}) {
  const creature = card.kind === "creature";
  const shown = (value) => (creature ? String(value) : change(value));
  const value = (name, sort, extra = "") => el("span", { class: `value ${sort} ${extra}` }, glyph(name), el("b", {}, shown(now[sort])));
  return [
    el("span", { class: "top-line", "aria-hidden": "true" }, costSign(card), glyph(glyphOfKind(card.kind), { class: "kind" }),
      id !== null && el("span", { class: "id" }, String(id))),
    creature && el("span", { class: "art", "aria-hidden": "true" }, glyph(artOf(card))), // seen where there is room
    el("span", { class: "name", "aria-hidden": "true" }, card.name),
    el("span", { class: "keywords", "aria-hidden": "true" }, [...now.keywords].map((letter) => glyph(`keyword-${letter}`))),
    el("span", { class: "values", "aria-hidden": "true" }, (creature || now.attack !== 0) && value("sword", "attack"),
      (creature || now.defense !== 0) && value("shield", "defense", creature && now.defense < card.defense ? "less" : "")),
  ];
}

/** A card of a draft, which has room for a picture and for everything in words. */
export function largeFace(rules, card, key) {
  const creature = card.kind === "creature";
  const value = (name, sort) => el("span", { class: `value ${sort}` }, glyph(name), el("b", {}, creature ? String(card[sort]) : change(card[sort])), el("small", {}, sort));
  return [
    el("span", { class: "top-line", "aria-hidden": "true" }, costSign(card), el("span", { class: "sort" }, `${card.kind[0].toUpperCase()}${card.kind.slice(1)}`), el("kbd", {}, String(key))),
    el("span", { class: "art", "aria-hidden": "true" }, glyph(artOf(card))),
    el("span", { class: "name", "aria-hidden": "true" }, card.name),
    creature && [...card.keywords].map((letter) => el("span", { class: "ability", "aria-hidden": "true" }, glyph(`keyword-${letter}`),
      el("span", {}, el("b", {}, rules.keywords[letter].name), el("span", { class: "why" }, `: ${rules.keywords[letter].meaning}`)))),
    card.meaning && el("span", { class: "text", "aria-hidden": "true" }, card.meaning),
    (creature || card.attack || card.defense) ? el("span", { class: "values", "aria-hidden": "true" }, (creature || card.attack !== 0) && value("sword", "attack"), (creature || card.defense !== 0) && value("shield", "defense")) : null,
  ];
}

/** The class of a card by its kind. */
export const cardClass = (card) => `locm-card of-${card.kind.split(" ")[0]}`;

/** Show on all places inside a node what can be done with them and what would happen there. */
export function decorate(root, { live = new Set(), selected = null, last = [], ready = new Set(), marks = new Map(), targets = new Map(), ghosts = [] }) {
  for (const node of root.querySelectorAll("[data-place]")) {
    const { place, words } = node.dataset;
    const mark = marks.get(place);
    const signs = { live: live.has(place), selected: selected === place, last: last.includes(place), ready: ready.has(place), target: targets.has(place), hit: mark?.sort === "hit", cure: mark?.sort === "cure" };
    for (const [name, holds] of Object.entries(signs)) node.classList.toggle(name, holds);
    if (place.startsWith("lane:")) node.disabled = !targets.has(place);
    const ofGhosts = (end) => ghosts.map((ghost, i) => (ghost[end] === place ? i + 1 : null)).filter(Boolean).join(" ");
    for (const old of node.querySelectorAll(":scope > .pill, :scope > .thought")) old.remove();
    if (mark?.label) node.append(el("span", { class: `pill ${mark.sort ?? ""}`, "aria-hidden": "true" }, mark.label));
    for (const end of ["from", "to"]) {
      const numbers = ofGhosts(end);
      if (numbers) node.append(el("span", { class: `thought ${end}`, "aria-hidden": "true" }, numbers));
    }
    node.setAttribute("aria-label", [words, signs.selected && "selected", (signs.target || mark?.label) && `${signs.target ? "target " : ""}${mark?.label ?? ""}`].filter(Boolean).join(", "));
  }
}

/** A button at a place. */
export function placeButton(place, words, attributes, { chosen, looked }, ...inside) {
  return el("button", { type: "button", "data-place": place, "data-words": words, "aria-label": words, ...attributes,
    onclick: () => chosen(place), onpointerenter: () => looked(place), onpointerleave: () => looked(null), onfocus: () => looked(place) }, ...inside);
}

/** Put new children into a node; the focus stays at its place. */
export function rebuild(node, ...children) {
  const focused = node.contains(document.activeElement) && document.activeElement.dataset.place;
  node.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (focused) node.querySelector(`[data-place="${focused}"]`)?.focus({ preventScroll: true });
}
