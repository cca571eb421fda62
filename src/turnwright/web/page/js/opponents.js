// The opponents with names and faces, from a beginner to the strongest agent. Their budgets are counted, so that each is as
// strong on every machine; docs/web.md has their ratings.

import { svg } from "./dom.js";
import { playersOf, playerWords } from "./words.js";

export const OPPONENTS = [
  { level: "random", name: "Wanderer", agent: "random", about: "goes anywhere", hat: "M18 27q14-26 28 0z", mouth: "M26 43q6 2 12-1", coat: "a" },
  { level: "scout", name: "Scout", agent: "oep:diversity=tabu", budget: "200ev", about: "tries 200 turns", hat: "M15 26q17-20 34 0l-8 2h-18z", mouth: "M26 42q6 4 12 1", coat: "c" },
  { level: "easy", name: "Squire", agent: "greedy_action", about: "takes the best next action", hat: "M17 27h30v-7q-15-11-30 0z", mouth: "M26 42q6 5 12 0", coat: "b" },
  { level: "ranger", name: "Ranger", agent: "oep:diversity=tabu", budget: "600ev", about: "tries 600 turns", hat: "M16 28q2-18 16-18t16 18l-16-6z", mouth: "M27 43h10", coat: "c" },
  { level: "medium", name: "Tactician", agent: "oep:diversity=tabu", budget: "2000ev", also: ["2kev", "100ms"], about: "evolves 2,000 turns", hat: "M14 27h36l-5-5q-13-9-26 0z", mouth: "M26 43h12", coat: "a" },
  { level: "captain", name: "Captain", agent: "oep:diversity=tabu", budget: "20000ev", also: ["20kev"], about: "evolves 20,000 turns", hat: "M12 25h40l-6-9-7 3-7-8-7 8-7-3z", mouth: "M25 43q7-2 14 0", coat: "b" },
  { level: "sage", name: "Sage", agent: "reply", budget: "60000ev", also: ["60kev"], about: "looks for your answer", hat: "M16 28q0-20 16-20t16 20l-4-4h-24z", mouth: "M26 42q6 3 12 0", coat: "c" },
  { level: "strong", name: "Archmage", agent: "reply", budget: "200000ev", also: ["200kev", "1s", "1000ms"], alias: ["reply:evaluation=standing"], about: "looks further still", hat: "M13 28h38l-11-5-6-19-10 19z", mouth: "M25 42q7 4 14 0", coat: "a" },
];

/** The opponent that a seat is, if it is one with a name. */
export function opponentOf({ agent, budget = null }) {
  const isBudget = (one) => (budget ?? null) === (one.budget ?? null) || one.also?.includes(budget);
  return OPPONENTS.find((one) => (one.agent === agent || one.alias?.includes(agent)) && isBudget(one)) ?? null;
}

/** What a seat is called in a game: by name if it has one, else by its spec. */
export const nameOf = (seat, otherwise) => opponentOf(seat)?.name ?? otherwise(seat);

/** The players of a stored game: opponents of people by name, agents among themselves by their specs. */
export function playerNames(game) {
  const players = playersOf(game);
  const hasPeople = players.some(({ agent }) => agent === "human");
  return players.map((player) => (hasPeople ? nameOf(player, playerWords) : playerWords(player)));
}

/** The face of an opponent. */
export function faceOf({ hat, mouth, coat }) {
  return svg("svg", { viewBox: "0 0 64 64", class: `face-picture coat-${coat}`, "aria-hidden": "true" },
    svg("path", { class: "coat", d: "M8 64q4-16 24-16t24 16z" }), svg("circle", { class: "head", cx: 32, cy: 34, r: 15 }),
    svg("circle", { class: "eye", cx: 26, cy: 34, r: 2 }), svg("circle", { class: "eye", cx: 38, cy: 34, r: 2 }),
    svg("path", { class: "mouth", d: mouth }), svg("path", { class: "hat", d: hat }));
}
