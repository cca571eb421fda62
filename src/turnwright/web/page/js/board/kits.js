// What differs from game to game: the parts of a table, and words for what stands on it.

import { Board } from "./hero_academy.js";
import { Panel } from "./panel.js";
import { Side } from "./side.js";
import { LocmBoard } from "./locm.js";
import { LocmPanel } from "./locm_panel.js";
import { LocmSide } from "./locm_side.js";

const KITS = {
  hero_academy: {
    title: "Hero Academy", Board, Side, Panel,
    end: "end", // the action that ends a turn
    left: (position) => `${position.ap} of ${position.points} actions left`,
    isSpent: (position) => position.ap === 0,
    when: (position) => `turn ${position.turn} of ${position.limit}`,
    canEnd: () => true,
    isShown: () => true, // whether a step of somebody else's turn is worth a look
    far: () => "", // what happens elsewhere than at a target, in short; else it is only counted
  },
  locm: {
    title: "Legends of Code and Magic", Board: LocmBoard, Side: LocmSide, Panel: LocmPanel,
    end: "PASS",
    left: (position) => (position.phase === "draft" ? "take one of the three cards" : `${position.sides[position.player].mana} mana left`),
    isSpent: () => false,
    when: (position) => (position.phase === "draft" ? `draft, round ${position.turn} of ${position.rounds}` : `turn ${position.turn}`),
    canEnd: (position) => position.phase === "battle",
    isShown: (step) => !step.action.startsWith("PICK"),
    far: (marks, position) => [...marks].filter(([place]) => place.startsWith("face:"))
      .map(([place, mark]) => `${Number(place.slice(5)) === position.player ? "you" : "foe"} ${mark.label}`).join(", "),
  },
};

/** The kit of a game, by its name, its spec or a position in notation. */
export function kitOf(text) {
  const kit = KITS[text.split(/[: ]/)[0]];
  if (!kit) throw new Error("This page cannot show that game.");
  return kit;
}

/** The name of a game, by its spec or a position in notation. */
export const gameOf = (text) => text.split(/[: ]/)[0];
