// Hero Academy for the page: the parts of a table, and the words around them.

import { el } from "../../dom.js";
import { Board } from "./board.js";
import { Editor } from "./editor.js";
import { effects } from "./effects.js";
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

export const kit = {
  Board, Side, Panel, Editor, effects, rulesOf,
  newGame: { usual, fields, request },
  examples: EXAMPLES,
  lead: () => ["Two teams on a small board, several actions a turn. Destroy the other side's crystals, or all its units. New here? ",
    el("a", { href: "/learn" }, "Learn it in five minutes"), "."],
  learn: { lessons, names: ["You", "Opponent"],
    done: "That is all you need. Draws, hidden hands and six more cards come by themselves.",
    aside: () => el("section", { class: "card-box" }, el("h2", {}, "Two ways to win"), el("p", {}, "Destroy all crystals of the other side, or leave it without units."),
      el("a", { href: "/rules" }, "All rules on one page")) },
  left: (position) => `${position.ap} of ${position.points} actions left`,
  isSpent: (position) => position.ap === 0,
  when: (position) => `turn ${position.turn} of ${position.limit}`,
};
