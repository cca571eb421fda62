// Hero Academy for the page: the parts of a table, and the words around them.

import { el } from "../../dom.js";
import { Board, squareName, squarePlace } from "./board.js";
import { Editor } from "./editor.js";
import { effectWords } from "../../words.js";
import { effects } from "./effects.js";
import { glyph } from "./glyphs.js";
import { lessons } from "./lessons.js";
import { fields, request, usual } from "./options.js";
import { Panel } from "./panel.js";
import { rulesOf } from "./rules.js";
import { Side } from "./side.js";

const EXAMPLES = {
  "Large map": "hero_academy 1 1 3 b4X4500,c2X4500,g2x4500,h4x4500 KC2PH2/kcwipd K2A3CW3NI2PR3S2D3H/k2a3c2w2nipr3s2d2h3 576/54890",
  "Small map": "hero_academy:map=a-small,deck=SMALL 1 1 3 b3X4500,c2X4500,e2x4500,f3x4500 A2WPSH/kcwiph K2C2WNIR2D2H/ka2cwnr2sd2h 106438/3501",
  "In the middle of a game": "hero_academy 13 1 5 a2C880h,b4X4300,c2X4500,c3w166dh,g2x4500,g3C880rh,g5a800,h1c800r,h4x3750,i1k1000 A2PRSD/a2wp2r K3ACW3NPRSD2H/k2c2wnrs2d2h2 18077/28174",
};

/** Evaluations at which the chance of winning is 73 %, fitted to games by `turnwright train chances`; see docs/web.md. */
const SCALES = { a: 10_200, "a-small": 10_300 };

/** The scale for a game, where it was fitted: five actions, and the learned evaluation. */
function scale(spec) {
  const said = Object.fromEntries(spec.split(":").slice(1).join(":").split(",").map((one) => one.split("=")));
  const usual = (said.evaluation ?? "learned") === "learned" && (said.action_points ?? "5") === "5";
  return (usual && SCALES[said.map ?? "a"]) || null;
}

/** An inferno burns nine squares. */
function area(source, place, { rows }) {
  if (source !== "card:I") return [];
  const [x, y] = squarePlace(place);
  const near = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [x + dx, y + dy]));
  return near.filter(([column, row]) => column >= 0 && row >= 0 && column < rows[0].length && row < rows.length).map(([column, row]) => squareName(column, row));
}

const SAYS_WHO = ["move", "deploy", "exchange", "swap"]; // effects whose words name who acts

function actionWords({ action, actor, effects: what }) {
  if (action === "~?") return "a card goes back into the deck";
  const words = effectWords({ effects }, what);
  return actor && words && !what.some(({ kind }) => SAYS_WHO.includes(kind)) ? `${actor}: ${words}` : words;
}

export const kit = {
  actionWords, icon: ({ actor }) => actor && glyph(actor),
  coach: { scale }, area,
  Board, Side, Panel, Editor, effects, rulesOf,
  choosesEvaluation: true, newGame: { usual, fields, request },
  examples: EXAMPLES,
  lead: () => ["Two teams on a small board, several actions per turn. Destroy the other side's crystals, or all its units. New here? ",
    el("a", { href: "/learn" }, "Learn it in five minutes"), "."],
  learn: { lessons, names: ["You", "Opponent"],
    done: "That is all you need. You will learn about draws, hidden hands and six more cards as you play.",
    aside: () => el("section", { class: "card-box" }, el("h2", {}, "Two ways to win"), el("p", {}, "Destroy all crystals of the other side, or leave it without units."),
      el("a", { href: "/rules" }, "All rules on one page")) },
  left: (position) => `${position.ap} of ${position.points} actions left`,
  isSpent: (position) => position.ap === 0,
  when: (position) => `turn ${position.turn} of ${position.limit}`,
};
