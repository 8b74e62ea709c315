// Whole games by boardgame.io's client without a page: prints moves and the microseconds of processor time.
// The game has no rules at all: four players throw seven cards each, one after the other.
// node bench/boardgame_io.cjs SECONDS, with boardgame.io where NODE_PATH says.
const { Client } = require("boardgame.io/client");

const game = {
  name: "throw",
  setup: () => ({ hands: Array.from({ length: 4 }, () => [0, 1, 2, 3, 4, 5, 6]), pile: [] }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, place) => {
      G.pile.push(G.hands[playerID].splice(place, 1)[0]);
    },
  },
  endIf: ({ G }) => (G.pile.length === 28 ? { winner: "0" } : undefined),
};

const seconds = Number(process.argv[2]);
let moves = 0;
const playFor = (limit) => {
  const begun = process.cpuUsage();
  let spent = 0;
  while (spent < limit * 1e6) {
    const client = Client({ game, numPlayers: 4, debug: false });
    client.start();
    while (!client.getState().ctx.gameover) {
      client.moves.play(0);
      moves += 1;
    }
    client.stop();
    const used = process.cpuUsage(begun);
    spent = used.user + used.system;
  }
  return spent;
};
playFor(seconds / 2); // what is compiled on the way does not count
moves = 0;
const spent = playFor(seconds);
console.log(JSON.stringify({ moves, microseconds: spent }));
