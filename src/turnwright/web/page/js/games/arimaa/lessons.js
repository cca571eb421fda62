// Small positions in which one thing is to be done, to learn Arimaa by.

const at = (pieces) => {
  const rows = Array.from({ length: 8 }, (_, y) => Array.from({ length: 8 }, (_, x) => pieces[`${"abcdefgh"[x]}${8 - y}`] ?? ".").join(""));
  return `arimaa 5g [${rows.join("")}]`;
};

export const lessons = [
  { say: "You are Gold: round. A step goes to the next square, not diagonally. Step forward with the elephant (E).",
    state: at({ d4: "E", a1: "R", h8: "r" }), done: (action) => action.startsWith("Ed4n"), well: "Four steps make a turn, by one piece or by several." },
  { say: "Push: the elephant is stronger than the cat next to it. Click the cat, move it back to d6, then follow with the elephant.",
    state: at({ d4: "E", d5: "c", a1: "R", h8: "r" }), done: (action) => action.startsWith("Ed4n"), well: "A push takes two steps, and must be completed." },
  { say: "Pull: step away from the dog with the horse, to d3. Then the dog may follow to d4: click it.",
    state: at({ d4: "H", d5: "d", a1: "R", h8: "r" }), done: (action) => action.startsWith("dd5s"), well: "Pulling needs no free square behind the enemy." },
  { say: "Traps! Push the cat from c4 into the trap on c3: without a friend next to it, it is captured.",
    state: at({ c5: "E", c4: "c", a1: "R", h8: "r" }), done: (action) => action.startsWith("cc4s"), well: "Captured. Your own pieces fall, too: keep a friend beside the trap." },
  { say: "Now win: move the rabbit on e7 to the last rank.",
    state: at({ e7: "R", a1: "R", h8: "r", a8: "r" }), done: (action) => action.startsWith("Re7n"), well: "End the turn with a rabbit there, and the game is yours." },
];
