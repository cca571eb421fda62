// The opponents of the levels: a name and a face for agents that most people play against.

import { svg } from "./dom.js";

const OPPONENTS = [
  { name: "Wanderer", agents: ["random"], about: "goes anywhere", hat: "M18 27q14-26 28 0z", mouth: "M26 43q6 2 12-1" },
  { name: "Squire", agents: ["greedy_action"], about: "takes the best next action", hat: "M17 27h30v-7q-15-11-30 0z", mouth: "M26 42q6 5 12 0" },
  { name: "Tactician", agents: ["oep:diversity=tabu"], budgets: ["100ms"], about: "evolves whole turns for 0.1 s", hat: "M14 27h36l-5-5q-13-9-26 0z", mouth: "M26 43h12" },
  { name: "Archmage", agents: ["reply", "reply:evaluation=standing"], budgets: ["1s", "1000ms"], about: "looks for your best reply for 1 s", hat: "M13 28h38l-11-5-6-19-10 19z", mouth: "M25 42q7 4 14 0" },
];

/** The opponent that a seat is, if it is one with a name. */
export function opponentOf({ agent, budget = null }) {
  return OPPONENTS.find((one) => one.agents.includes(agent) && (one.budgets ?? [null, undefined]).includes(budget)) ?? null;
}

/** What a seat is called in a game: by name if it has one, else by its spec. */
export const nameOf = (seat, otherwise) => opponentOf(seat)?.name ?? otherwise(seat);

/** The face of an opponent. */
export function faceOf({ hat, mouth }) {
  return svg("svg", { viewBox: "0 0 64 64", class: "face-picture", "aria-hidden": "true" },
    svg("path", { class: "coat", d: "M8 64q4-16 24-16t24 16z" }), svg("circle", { class: "head", cx: 32, cy: 34, r: 15 }),
    svg("circle", { class: "eye", cx: 26, cy: 34, r: 2 }), svg("circle", { class: "eye", cx: 38, cy: 34, r: 2 }),
    svg("path", { class: "mouth", d: mouth }), svg("path", { class: "hat", d: hat }));
}
