// What actions of Hero Academy do: in words, and as a mark on the square where it happens.

export const effects = {
  damage: { words: (e) => `${e.what} on ${e.at} loses ${e.amount}`, mark: (e) => ({ at: e.at, sort: "hit", label: `−${e.amount}` }) },
  knock_out: { words: (e) => `${e.what} on ${e.at} is knocked out`, mark: (e) => ({ at: e.at, sort: "hit", label: "KO" }) },
  destroy: { words: (e) => `${e.what} on ${e.at} is destroyed`, mark: (e) => ({ at: e.at, sort: "hit", label: "✕" }) },
  heal: { words: (e) => `${e.what} on ${e.at} gains ${e.amount}`, mark: (e) => ({ at: e.at, sort: "cure", label: `+${e.amount}` }) },
  revive: { words: (e) => `${e.what} on ${e.at} stands up with ${e.amount}`, mark: (e) => ({ at: e.at, sort: "cure", label: `↑${e.amount}` }) },
  move: { words: (e) => `${e.what} moves to ${e.to}` },
  push: { words: (e) => `${e.what} is pushed to ${e.to}`, mark: (e) => ({ at: e.to, sort: "go", label: "pushed" }) },
  exchange: { words: (e) => `${e.what} swaps places with ${e.to}`, mark: (e) => ({ at: e.to, sort: "go", label: "⇄" }) },
  stomp: { words: (e) => `fallen ${e.what} on ${e.at} is stomped`, mark: (e) => ({ at: e.at, sort: "hit", label: "✕" }) },
  remove: { words: (e) => `fallen ${e.what} on ${e.at} is removed`, mark: (e) => ({ at: e.at, sort: "hit", label: "✕" }) },
  deploy: { words: (e) => `${e.what} enters on ${e.at}` },
  equip: { words: (e) => `${e.to} on ${e.at} takes the ${e.what}`, mark: (e) => ({ at: e.at, sort: "cure", label: "✓" }) },
  use_up: { words: (e) => `the ${e.what} is used up` },
  swap: { words: (e) => `the ${e.what} goes back into the deck` },
};
