// Small positions in which one thing is to be done, to learn Hero Academy by.

const GAME = "hero_academy:map=a-small,deck=SMALL";
export const lessons = [
  { say: "This is your side: round and blue. Bring in a unit: click the knight in your hand, then one of your highlighted deploy squares.",
    state: `${GAME} 3 1 5 b3X4500,c2X4500,e2x4500,f3x4500 K/- -/- 1/1`, done: (action) => /^K@/.test(action), well: "Units always enter on a deploy square, for one action." },
  { say: "Move it forward: click the knight, then a highlighted square. Knights go two squares, along rows and columns.",
    state: `${GAME} 3 1 5 a1K1000,b3X4500,c2X4500,e2x4500,f3x4500 -/- -/- 1/1`, done: (action) => /^a1-/.test(action), well: "Units jump over everything in between." },
  { say: "Attack! The archer shoots up to three squares. Click it: highlighted enemies show what they would lose. Shoot the wizard.",
    state: `${GAME} 3 1 5 b3X4500,c1A800,c2X4500,d2w300,e2x4500,f3x4500 -/- -/- 1/1`, done: (action) => action === "c1xd2", well: "300 damage: the wizard is knocked out. It lies there, and its side may still revive it." },
  { say: "Make sure that it never stands up again: step on the knocked-out wizard.",
    state: `${GAME} 3 1 4 b3X4500,c1A800,c2X4500,d2w0,e2x4500,f3x4500 -/- -/- 1/1`, done: (action) => action === "c1-d2", well: "Stomped. Only a cleric can revive a fallen comrade, or a potion." },
  { say: "Your own knight is down. Revive it with the cleric before your turn ends, or it is lost.",
    state: `${GAME} 3 1 4 b1C800,b2K0,b3X4500,c2X4500,e2x4500,f3x4500 -/- -/- 1/1`, done: (action) => action === "b1+b2", well: "Clerics heal within two squares: three times their power, or twice to revive." },
  { say: "Cards can do more. Give the scroll to the wizard (it triples the power of one attack), then attack the knight: the hit chains to its neighbours.",
    state: `${GAME} 3 1 5 b3X4500,c2X4500,c3W800,d2k500,e2x4500,e3c400,f3x4500 S/- -/- 1/1`, step: (action) => action === "S@c3" && "The wizard has the scroll. Now click the wizard, then the knight.",
    done: (action) => /^c3x/.test(action), well: "That is how turns work: several actions that build on each other." },
  { say: "Now win. One crystal is left, nearly broken. The unit on the crossed swords adds 300 to every attack on a crystal. Attack it.",
    state: `${GAME} 9 1 3 b3X4500,c2X4500,d4A800,e2x450 -/- -/a 1/1`, done: (action) => action === "d4xe2", well: "The last crystal falls, and the game is yours. Taking all units wins, too." },
];
