// Small battles in which one thing is to be done, to learn Legends of Code and Magic by.

const side = ({ health = 30, mana = "5/5", rune = 25, hand = "-", board = "-" }) => `hp${health},was${health},mana${mana},bonus0,rune${rune},draw1,shown1 ${hand} - ${board} -`;
const battle = (own, foe) => `locm battle 8 1 ${side(own)} ${side({ mana: "0/5", ...foe })}`;

export const lessons = [
  { say: "A battle has two lanes. Bring in a creature: click the card in your hand, then a lane. It costs 4 of your 5 mana, the number at its top left.",
    state: battle({ hand: "1=17" }, {}), done: (action) => action.startsWith("SUMMON"), well: "It may attack from your next turn on. Every turn you have one mana more." },
  { say: "Attack! Click your Ash Walker, then the Murgling in the same lane. Each loses defense equal to the other's attack, the left number.",
    state: battle({ board: "1=17:0:4/5:------r" }, { board: "2=6:0:3/2:------" }), done: (action) => action === "ATTACK 1 2",
    no: "You may also attack the opponent, but here you must defeat the Murgling.", well: "The Murgling is gone; your Ash Walker has lost 3 of its 5." },
  { say: "Nothing blocks you in the right lane. Click the Acid Golem, then your opponent: the red figure next to the heart.",
    state: battle({ board: "1=18:1:7/4:------r" }, { board: "2=6:0:3/2:------" }), done: (action) => action === "ATTACK 1 -1", well: "Your opponent loses 7 health, and a rune breaks: a player who loses a rune draws one more card." },
  { say: "The Turta has Guard (the shield, and the double frame): attackers in its lane must attack it first. Attack it.",
    state: battle({ board: "1=11:0:5/2:------r" }, { board: "2=97:0:3/3:---G--,4=20:0:8/2:------" }), done: (action) => action === "ATTACK 1 2", well: "Now your next attacker has a free path. Guards protect only one lane." },
  { say: "Items take effect immediately. Red ones are for enemy creatures, green ones for your own, blue ones for players. Use Decimate on the Titan Cave Hog.",
    state: battle({ hand: "1=121,3=151", board: "5=6:0:3/2:------r" }, { board: "2=23:0:8/8:------" }), done: (action) => action === "USE 3 2",
    no: "That does something, but the Hog is still there.", well: "Items can win a battle that creatures cannot." },
  { say: "Now win: your opponent has 7 health left. One lane is guarded, the other is not.",
    state: battle({ board: "1=18:1:7/4:------r,3=11:0:5/2:------r" }, { health: 7, rune: 5, board: "2=97:0:3/3:---G--" }), done: (action) => action === "ATTACK 1 -1",
    no: "The Turta guards the left lane. Look at the right one.", well: "That is the game. Only the draft remains: choose one of three cards, thirty times." },
];
