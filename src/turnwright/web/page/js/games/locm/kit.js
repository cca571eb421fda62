// Legends of Code and Magic for the page: the parts of a table, and the words around them.

import { el } from "../../dom.js";
import { Board } from "./board.js";
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
  "Legends of Code and Magic": "locm battle 8 1 hp27,was32,mana5/5,bonus0,rune25,draw1,shown1 3=152,11=137,13=48,15=125,17=49,19=70 21=49,23=90,25=78,27=66,29=141,31=72,33=41,35=152,37=48,39=112,41=125,43=88,45=72,47=156,49=120,51=36,53=90,55=21,57=75,59=65 7=48:1:1/1:----L-rt,9=47:0:1/5:--D---rt,1=32:0:3/2:------rt,5=72:0:5/3:B-----r - hp22,was22,mana0/4,bonus0,rune20,draw1,shown1 4=78,6=21,10=156,12=66,14=152,16=49,18=90 20=88,22=47,24=36,26=48,28=112,30=125,32=32,34=41,36=48,38=48,40=137,42=65,44=125,46=70,48=152,50=120,52=141,54=49,56=75,58=72,60=90 2=72:0:5/3:B-----t,8=72:1:5/3:B----- -",
};

/** The evaluation `standing` at which the chance of winning is 73 %, fitted by `turnwright train chances`; see docs/web.md. */
const SCALE = 11.4;

const ICONS = [["ATTACK", "sword"], ["SUMMON", "kind-creature"], ["USE", "gem"]];

function actionWords({ action, actor, effects: what }) {
  if (action === "PICK ?") return "a card is taken";
  return actor ? `${actor} attacks: ${effectWords({ effects }, what) || "nothing happens"}` : "";
}

const isPick = (action) => action.startsWith("PICK");

export const kit = {
  actionWords,
  coach: { scale: () => SCALE, by: "standing", knows: "seen", isNow: ({ phase }) => phase === "battle" },
  icon: ({ action }) => {
    const [, name] = ICONS.find(([verb]) => action.startsWith(verb)) ?? [];
    return name && glyph(name);
  },
  Board, Side, Panel, Editor, effects, rulesOf,
  choosesEvaluation: true, newGame: { usual, fields, request },
  examples: EXAMPLES,
  learn: { lessons, names: ["You", "Opponent"],
    done: "That is all you need. The rules have every keyword and card.",
    aside: () => el("section", { class: "card-box" }, el("h2", {}, "How to win"), el("p", {}, "Reduce the other player's health to zero. Creatures do most of the damage, lane by lane."),
      el("a", { href: "/rules#locm" }, "All rules on one page")) },
  levels: { strong: { agent: "reply:evaluation=standing", budget: "1s" } }, // which judges a board after a reply better
  lead: () => ["Draft thirty cards, then fight in two lanes until one side has no health left. New here? ",
    el("a", { href: "/learn?game=locm" }, "Learn it in five minutes"), "."],
  left: (position) => (position.phase === "draft" ? "take one of the three cards" : `${position.sides[position.player].mana} mana left`),
  when: (position) => (position.phase === "draft" ? `draft, round ${position.turn} of ${position.rounds}` : `turn ${position.turn}`),
  hasControls: (position) => position.phase === "battle", // a draft has nothing to end or to take back
  isPick,
  isShown: ({ action }) => !isPick(action),
  shortened: (label) => label.replace(/^([+−]\d+) def ([+−]\d+) att/, "$2/$1"), // more attack and defense become “+2/+1”
  far: (marks, position) => [...marks].filter(([place]) => place.startsWith("face:"))
    .map(([place, mark]) => `${Number(place.slice(5)) === position.player ? "you" : "foe"} ${mark.label}`).join(", "),
};
