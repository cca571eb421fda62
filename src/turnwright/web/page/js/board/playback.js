// Shows the steps of a turn one after the other.

import { announce } from "../dom.js";
import { effectMarks, effectWords } from "../words.js";

export const SPEEDS = { slow: 1500, normal: 750, fast: 300, instant: 0 };

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** What a table shows of one step: the position after it, and what it did. */
export function stepShown(kit, step) {
  const further = step.effects.map((effect) => kit.effects[effect.kind]?.shows?.(effect));
  return { last: [step.from, step.to, ...further].filter((place) => place && !place.startsWith("card:")), marks: effectMarks(kit, step.effects) };
}

/** Play steps on a table. `pace` gives the milliseconds of a step, `told` is told of each; `going` says whether to go on. */
export async function playSteps(table, steps, { names, pace, going = () => true, hands = [], told = () => {} }) {
  for (const step of steps) {
    if (!going()) return;
    const milliseconds = pace();
    if (!milliseconds) continue;
    told(step);
    table.show(step.position, { names, hands, ...stepShown(table.kit, step) });
    announce(`${step.action}: ${effectWords(table.kit, step.effects)}`);
    await table.board.glide(step.effects, Math.min(320, milliseconds / 2));
    await wait(milliseconds);
  }
}
