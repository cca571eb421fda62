// What can be chosen for a game of Hero Academy.

import { choices, el } from "../../dom.js";
import { mapPicture } from "./board.js";

const MAP_NAMES = { a: "Large", "a-small": "Small", "a-tiny": "Tiny" };

/** What is chosen unless somebody wants it otherwise. */
export const usual = { map: "a", points: 5, hands: "open", draws: "random", evaluation: "learned" };

/** Fields that change `wanted`. */
export function fields(rules, wanted) {
  const points = el("output", {}, String(wanted.points));
  return [
    el("fieldset", {}, el("legend", {}, "Map"), el("div", { class: "maps" }, Object.entries(rules.maps).map(([name, { rows, deck }]) =>
      el("label", { class: "choice map-choice" }, el("input", { type: "radio", name: "map", value: name, checked: name === wanted.map, onchange: () => { wanted.map = name; } }),
        el("span", {}, mapPicture(rows), MAP_NAMES[name] ?? name, el("small", {}, `${Object.values(rules.decks[deck]).reduce((a, b) => a + b)} cards`)))))),
    el("div", { class: "field" }, el("label", { htmlFor: "points" }, "Actions per turn: ", points),
      el("input", { id: "points", type: "range", min: rules.action_points.least, max: rules.action_points.most, value: wanted.points, oninput: (event) => {
        wanted.points = event.target.value;
        points.textContent = event.target.value;
      } })),
    choices("hands", "Hands", [["open", "Open", "as in the papers"], ["hidden", "Hidden", "as in the original game"]], wanted.hands, (value) => { wanted.hands = value; }),
    choices("draws", "Draws", [["random", "Random"], ["seeded", "Seeded", "determined by the deal"]], wanted.draws, (value) => { wanted.draws = value; }),
    choices("evaluation", "Judged by", [["learned", "Learned", "from games; the strongest"], ["described", "Thesis", "as the papers' agents"]], wanted.evaluation, (value) => { wanted.evaluation = value; }),
  ];
}

/** What the server is asked for. */
export const request = ({ map, points, hands, draws, evaluation }) => ({ options: { map, action_points: Number(points), draws, evaluation }, hands });
