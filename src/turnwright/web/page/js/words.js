// Words for what the server tells in data.

export const PLAYERS = ["Player 1", "Player 2"];

let reader = null;

/** Whoever reads the page: the seat of the one person who plays here, or nobody in particular. */
export function readBy(you) {
  reader = you;
}

/** A player and what they do: "you lose", "the opponent loses", or "player 1 loses" where nobody in particular reads it. */
export function doing(seat, verb) {
  const who = reader === null ? PLAYERS[seat].toLowerCase() : seat === reader ? "you" : "the opponent";
  return `${who} ${verb}${who === "you" ? "" : "s"}`;
}

/** How many turns at the start of a game are a draft, whose picks are not counted as turns. `turns` have `actions`. */
export function draftLength(kit, turns) {
  const battle = turns.findIndex((turn) => !turn.actions.every((action) => kit.isPick(action)));
  return battle < 0 ? turns.length : battle;
}

export const inFront = (words) => `${words[0].toUpperCase()}${words.slice(1)}`; // as words that begin a sentence

/** The number of a turn as players count: picks on their own, then the turns of the game. */
export const turnName = (number, drafted) => (number > drafted ? `turn ${number - drafted}` : `pick ${number}`);

export function playerWords(seat, { short = false } = {}) {
  if (seat.agent === "human") return "human";
  const [name] = short ? seat.agent.split(":") : [seat.agent];
  return seat.budget ? `${name} · ${seat.budget.replace(/^(\d+)000ms$/, "$1 s").replace(/ms$/, " ms")}` : name;
}

/** The players of a stored game, as `playerWords` takes them. */
export function playersOf({ first, second, budgets }) {
  return [first, second].map((agent, seat) => ({ agent, budget: budgets[seat] }));
}

export function number(value, digits = 0) {
  if (value === null || value === undefined) return "–";
  const text = Math.abs(value) < 10 && !Number.isInteger(value) ? value.toFixed(3) : value.toLocaleString("en", { maximumFractionDigits: digits });
  return text.replace("-", "−");
}

export function signed(value) {
  if (value === null || value === undefined) return "–";
  return (value > 0 ? "+" : value < 0 ? "−" : "") + number(Math.abs(value));
}

/** `ending`: played, resigned, or why a game was broken off; `reason`: how it ended, in the game's own words; `you`: the
 *  seat of whoever reads it, if one person plays. */
export function outcomeWords(outcome, { ending = "", reason = "" } = {}, you = null) {
  const how = ending === "resigned" ? " by resignation" : ending && ending !== "played" ? " by forfeit" : reason && ` (${reason})`;
  if (outcome === 0) return `The game is drawn${how}`;
  if (you !== null) return (outcome > 0 ? 0 : 1) === you ? `You win${how}` : `You lose${how}`;
  return `${PLAYERS[outcome > 0 ? 0 : 1]} has won${how}`;
}

export function dateWords(seconds) {
  return new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** The actions of a turn in a line; a semicolon divides actions that have spaces themselves. */
export function turnWords(actions) {
  return actions.join(actions.some((action) => action.includes(" ")) ? "; " : " ");
}

// Effects. A game's kit has the kinds that it knows: `words` of an effect, its `mark` on the board {at, sort, label}.

const ENDS = { wins: "the game is won", loses: "the game is lost", draw: "the game is drawn" };

export function effectWords(kit, effects) {
  return effects.map((effect) => kit.effects[effect.kind]?.words(effect) ?? ENDS[effect.kind] ?? effect.kind).join(", ");
}

/** The marks of several effects, one for each place: −200 and KO become “−200 KO”. */
export function effectMarks(kit, effects) {
  const marks = new Map();
  for (const mark of effects.map((effect) => kit.effects[effect.kind]?.mark?.(effect)).filter(Boolean)) {
    const known = marks.get(mark.at);
    if (known) known.label += ` ${mark.label}`;
    else marks.set(mark.at, { ...mark });
  }
  if (kit.shortened) for (const mark of marks.values()) mark.label = kit.shortened(mark.label);
  return marks;
}
