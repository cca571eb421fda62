// The games that the page can show. Each has a folder here, or brings one: its `kit.js` is loaded when it is needed.

import { lasting } from "../api.js";
import { loadGlyphs } from "../board/glyphs.js";
import { el } from "../dom.js";

/** What a kit need not say. */
const USUAL = {
  actionWords: () => "", // an action in words, where its effects do not say it all
  icon: () => null, // a sign for who acts, beside the words
  effects: {}, // by kind: `words` of an effect, its `mark` on the board, a further place that it `shows`
  examples: {}, // positions by name
  newGame: { usual: {}, fields: () => [], request: () => ({}) }, // what can be chosen for a game
  levels: {}, // by level of strength: {agent, budget}, where the usual one is not the best for the game
  choosesEvaluation: false, // whether `newGame` has a choice of evaluations
  lead: () => [], // a sentence or two for newcomers
  rulesOf: () => [], // its part of the page of rules
  learn: null, // lessons
  Editor: null, // sets up positions by hand
  coach: null, // where chances of winning were fitted: {scale(spec, turn), by, knows, isNow(position)}, see `coach.js`
  area: () => [], // the places that something strikes at once which is aimed at a place
  left: () => "", // what the player to move has left
  isSpent: () => false, // whether nothing is left but the end of the turn
  when: () => "", // how far the game is
  hasControls: () => true, // whether turns are ended and taken back now
  isPick: () => false, // whether an action belongs to a draft before the game
  isShown: () => true, // whether a step of somebody else's turn is worth a look
  shortened: (label) => label, // several marks of one place, in short
  far: () => "", // what happens elsewhere than at a target, in short; else it is only counted
};

/** The server's list of games, the default one first. */
export const listGames = () => lasting("/api/games");

const loading = new Map();

/** A game by its name: {name, title, kit, rules}, with its style and drawings in place. */
export function loadGame(name) {
  if (!loading.has(name)) loading.set(name, load(name));
  return loading.get(name);
}

async function load(name) {
  const [games, rules] = await Promise.all([listGames(), lasting("/api/rules")]);
  const about = games.find((game) => game.name === name);
  if (!about) throw new Error("This page cannot show that game.");
  const [{ kit }] = await Promise.all([import(about.script), loadGlyphs(name), about.style && loadStyle(about.style)]);
  return { name, title: about.title, kit: { ...USUAL, ...kit }, rules: rules[name] };
}

/** A game's style stands before the pages' own, which have the last word. */
function loadStyle(href) {
  return new Promise((resolve, reject) => {
    const link = el("link", { rel: "stylesheet", href, onload: resolve, onerror: () => reject(new Error(`${href} cannot be loaded.`)) });
    document.querySelector('link[href$="/pages.css"]').before(link);
  });
}
