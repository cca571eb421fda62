// What actions of Legends of Code and Magic do: in words, and as a mark at the place where it happens.

import { doing } from "../../words.js";

const playerAt = (place, verb) => doing(Number(place.slice(5)), verb);
const cards = (count) => (count === 1 ? "one card" : `${count} cards`);

export const effects = {
  pick: { words: (e) => `${e.what} is taken` },
  summon: { words: (e) => `${e.what} enters the ${e.at === "lane:0" ? "left" : "right"} lane`, shows: (e) => e.to },
  use: { words: (e) => `${e.what} is used` },
  hurt: { words: (e) => `${e.what} loses ${e.amount} defense`, mark: (e) => ({ at: e.at, sort: "hit", label: `−${e.amount}` }) },
  die: { words: (e) => `${e.what} dies`, mark: (e) => ({ at: e.at, sort: "hit", label: "✕" }) },
  harden: { words: (e) => `${e.what} gains ${e.amount} defense`, mark: (e) => ({ at: e.at, sort: "cure", label: `+${e.amount} def` }) },
  strengthen: { words: (e) => `${e.what} gains ${e.amount} attack`, mark: (e) => ({ at: e.at, sort: "cure", label: `+${e.amount} att` }) },
  weaken: { words: (e) => `${e.what} loses ${e.amount} attack`, mark: (e) => ({ at: e.at, sort: "hit", label: `−${e.amount} att` }) },
  gain: { words: (e) => `${e.what} gets ${e.to}`, mark: (e) => ({ at: e.at, sort: "cure", label: `+${e.to}` }) },
  lose: { words: (e) => `${e.what} loses ${e.to}`, mark: (e) => ({ at: e.at, sort: "hit", label: `−${e.to}` }) },
  ward: { words: (e) => `${e.what} loses its Ward`, mark: (e) => ({ at: e.at, sort: "hit", label: `−${e.to}` }) },
  wound: { words: (e) => `${playerAt(e.at, "lose")} ${e.amount} health`, mark: (e) => ({ at: e.at, sort: "hit", label: `−${e.amount}` }) },
  recover: { words: (e) => `${playerAt(e.at, "gain")} ${e.amount} health`, mark: (e) => ({ at: e.at, sort: "cure", label: `+${e.amount}` }) },
  rune: { words: (e) => `${e.amount > 1 ? `${e.amount} runes break` : "a rune breaks"}`, mark: (e) => ({ at: e.at, sort: "hit", label: "rune" }) },
  draws: { words: (e) => `${playerAt(e.at, "draw")} ${cards(e.amount)}` },
  will_draw: { words: (e) => `${playerAt(e.at, "draw")} ${cards(e.amount)} more next turn`, mark: (e) => ({ at: e.at, sort: "cure", label: "+card" }) },
};
