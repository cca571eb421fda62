// Blows are seen and heard: a lunge, a shake, numbers that float up, and short sounds of our own making.

import { el } from "./dom.js";
import { wish } from "./memory.js";
import { effectMarks } from "./words.js";

export const LONGEST = 250; // milliseconds of a movement; numbers stay a little longer, to be read
const NUMBERS = 900;
const SHARDS = 8;
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Tones by what happens: [wave, first and last pitch in hertz, seconds].
const TONES = {
  hit: ["triangle", 220, 90, 0.12], break: ["sawtooth", 180, 45, 0.24], cure: ["sine", 520, 780, 0.16], go: ["sine", 300, 340, 0.05],
};
const SORTS = { damage: "hit", knock_out: "break", destroy: "break", stomp: "break", remove: "break", heal: "cure", revive: "cure", equip: "cure", capture: "break",
  hurt: "hit", wound: "hit", weaken: "hit", die: "break", rune: "break", harden: "cure", strengthen: "cure", recover: "cure", gain: "cure" };
const STRIKES = ["damage", "knock_out", "destroy", "hurt", "wound", "die"];

let speaker = null;

/** What a step sounds like: the gravest of its effects. */
export function soundOf(effects) {
  const sorts = effects.map(({ kind }) => SORTS[kind] ?? "go");
  return ["break", "hit", "cure", "go"].find((sort) => sorts.includes(sort)) ?? null;
}

function sound(sort) {
  if (!sort || !wish("sound", true) || document.hidden || !navigator.userActivation?.hasBeenActive) return;
  speaker ??= new AudioContext();
  const [wave, from, to, seconds] = TONES[sort];
  const now = speaker.currentTime;
  const tone = new OscillatorNode(speaker, { type: wave, frequency: from });
  const loudness = new GainNode(speaker, { gain: 0.08 });
  tone.frequency.exponentialRampToValueAtTime(to, now + seconds);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  tone.connect(loudness).connect(speaker.destination);
  tone.start(now);
  tone.stop(now + seconds);
}

const find = (table, name, place, inside = "") => table.element.querySelector(`[data-${name}="${CSS.escape(place)}"]${inside}`);
const cardOf = (table, place) => find(table, "place", place); // of games that are drawn with elements: a creature, a player, a lane
const squareOf = (table, place) => find(table, "name", place) ?? cardOf(table, place);
const bodyOf = (table, place) => find(table, "square", place, " > .body") ?? cardOf(table, place);

/** Numbers over the squares where something happens. */
function float(table, effects) {
  const home = table.element.getBoundingClientRect();
  for (const [place, { label, sort }] of effectMarks(table.kit, effects)) {
    const square = label && squareOf(table, place);
    if (!square) continue;
    const box = square.getBoundingClientRect();
    const number = el("span", { class: `float ${sort}`, "aria-hidden": "true" }, label);
    number.style.left = `${box.x - home.x + box.width / 2}px`;
    number.style.top = `${box.y - home.y + box.height / 3}px`;
    table.element.append(number);
    setTimeout(() => number.remove(), NUMBERS);
    if (!calm()) number.animate([{ opacity: 1, transform: "translate(-50%, 0)" }, { opacity: 0, transform: "translate(-50%, -34px)" }], { duration: NUMBERS, easing: "ease-in" });
  }
}

/** Pieces of what breaks fly off its square. */
function shatter(table, place) {
  const square = squareOf(table, place);
  if (!square || calm()) return;
  const [home, box] = [table.element.getBoundingClientRect(), square.getBoundingClientRect()];
  for (let i = 0; i < SHARDS; i += 1) {
    const shard = el("i", { class: "shard", "aria-hidden": "true" });
    shard.style.left = `${box.x - home.x + box.width / 2}px`;
    shard.style.top = `${box.y - home.y + box.height / 3}px`;
    table.element.append(shard);
    const way = (2 * Math.PI * i) / SHARDS;
    const far = `translate(${0.6 * box.width * Math.cos(way)}px, ${0.6 * box.width * Math.sin(way)}px) rotate(${120 * i}deg)`;
    shard.animate([{ opacity: 1, transform: "none" }, { opacity: 0, transform: far }], { duration: LONGEST, easing: "ease-out" }).finished.finally(() => shard.remove());
  }
}

/** Show what a step has done on a table that shows the position after it. */
export function blow(table, { from = "", to = "", effects = [] }, { numbers = true } = {}) {
  sound(soundOf(effects));
  if (numbers) float(table, effects);
  for (const { kind, at } of effects) if (kind === "destroy") shatter(table, at);
  if (calm() || !effects.some(({ kind }) => STRIKES.includes(kind))) return;
  const striker = from && bodyOf(table, from);
  const [one, other] = [from && squareOf(table, from), to && squareOf(table, to)];
  if (striker && one && one !== other) {
    const [a, board] = [one, table.board.element].map((node) => node.getBoundingClientRect());
    const b = other?.getBoundingClientRect() ?? { x: a.x, y: board.y + board.height / 2 - a.height / 2 }; // a creature that has died is gone
    const unit = striker instanceof SVGElement ? 100 / a.width : 1; // a drawn board has hundredths of a square
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [x, y] = [b.x - a.x, b.y - a.y].map((way) => (way / far) * 0.4 * a.width * unit);
    striker.animate([{ transform: "none" }, { transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 200, easing: "ease-in-out" });
  }
  for (const { at } of effects) {
    const body = at && at !== from && bodyOf(table, at);
    if (body) body.animate([0, -7, 7, -4, 0].map((shift) => ({ transform: `translateX(${shift}px)` })), { duration: LONGEST });
  }
}

/** Show an action of one's own, once the position after it is drawn. */
export function strike(table, deed) {
  table.board.glide?.(deed.effects, 200);
  blow(table, deed);
}
