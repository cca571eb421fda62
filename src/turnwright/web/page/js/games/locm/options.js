// What can be chosen for a game of Legends of Code and Magic.

import { choices } from "../../dom.js";

const DRAFT_NAMES = { played: "Draft", learned: "Learned", ranked: "Ranked", curve: "Curve", mixed: "Mixed", random: "Random" };

/** What is chosen unless somebody wants it otherwise. */
export const usual = { draft: "played", hands: "hidden", evaluation: "learned" };

/** Fields that change `wanted`. */
export function fields(rules, wanted) {
  return [
    choices("draft", "Decks", Object.entries(rules.drafts).map(([name, meaning]) => [name, DRAFT_NAMES[name] ?? name, meaning]), wanted.draft, (value) => { wanted.draft = value; }),
    choices("locm-hands", "Hands, decks and picks", [["hidden", "Hidden", "as the rules have it"], ["open", "Open"]], wanted.hands, (value) => { wanted.hands = value; }),
    choices("locm-evaluation", "Judged by", [["learned", "Learned", "after a reply"], ["features", "Features", "as in the paper"]], wanted.evaluation, (value) => { wanted.evaluation = value; }),
  ];
}

/** What the server is asked for. */
export const request = ({ draft, hands, evaluation }) => ({ options: { draft, evaluation }, hands });
