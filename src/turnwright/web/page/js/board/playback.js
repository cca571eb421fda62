// Shows the steps of a turn one after the other.

import { LONGEST, blow } from "../blows.js";
import { announce } from "../dom.js";
import { effectMarks, effectWords } from "../words.js";

export const SPEEDS = { slow: 1500, normal: 750, fast: 300, instant: 0 };

const TICK = 50; // milliseconds between two looks whether to go on

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** What a table shows of one step: the position after it, and what it did. */
export function stepShown(kit, step) {
  const further = step.effects.map((effect) => kit.effects[effect.kind]?.shows?.(effect));
  return { last: [step.from, step.to, ...further].filter((place) => place && !place.startsWith("card:")), marks: effectMarks(kit, step.effects) };
}

/** A step in words; in notation where nothing else is known of it. */
export const stepWords = (kit, step) => kit.actionWords({ actor: "", ...step }) || effectWords(kit, step.effects) || step.action;

/** Play steps on a table. `pace` gives the milliseconds of a step, `told` is told of each; `going` says whether to go on. */
export async function playSteps(table, steps, { names, pace, going = () => true, hands = [], told = () => {} }) {
  for (const step of steps) {
    if (!going()) return;
    const milliseconds = pace();
    if (!milliseconds) continue;
    told(step);
    table.show(step.position, { names, hands, ...stepShown(table.kit, step) });
    announce(stepWords(table.kit, step));
    blow(table, step, { numbers: false }); // they stand on the board as long as the step is shown
    await table.board.glide(step.effects, Math.min(LONGEST, milliseconds / 2));
    for (let waited = 0; waited < milliseconds && going() && pace(); waited += TICK) await wait(Math.min(TICK, milliseconds - waited));
  }
}
