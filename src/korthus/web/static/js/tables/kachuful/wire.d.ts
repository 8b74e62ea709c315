// Written by `python -m tools.wire` from the rules of the game.

declare namespace Kachuful {
  /** The table as a seat sees it; tuples without another word are by seat. */
  type View = {
    type: "KachufulView";
    seat: number | null;
    to_act: number | null;
    phase: Phase;
    seats: number;
    scoring: ScoringVariant;
    round: number;
    schedule: number[];
    trump: TrumpSuit | null;
    dealer: number | null;
    cards: number;
    hand: string[];
    hand_sizes: number[];
    bids: (number | null)[];
    bid_sum: number;
    barred_bid: number | null;
    won: number[];
    needs: (number | null)[];
    leader: number;
    trick: Played[];
    winning: number | null;
    last_played: Played[];
    tricks: Trick[];
    voids: string[][];
    sheet: RoundScore[];
    totals: number[];
    ahead: number[];
  };

  /** What is going on. */
  type Phase = "deal" | "bid" | "play" | "over";

  /** How a round is scored. */
  type ScoringVariant = "10_plus_predicted" | "high_incentive" | "medium" | "point_per_trick";

  /** The trump of a round; the order here is the order of the rounds. */
  type TrumpSuit = "spades" | "diamonds" | "clubs" | "hearts" | "none";

  /** A card on the table and who played it. */
  type Played = { seat: number; card: string };

  /** A trick that has been played: its cards in order, from the leader on. */
  type Trick = { leader: number; cards: string[]; winner: number };

  /** A line of the score sheet; the tuples are by seat. */
  type RoundScore = { cards: number; bids: number[]; won: number[]; points: number[]; hits: boolean[] };

  /** A round has begun. */
  type RoundStarted = {
    type: "RoundStarted";
    round: number;
    cards: number;
    trump: TrumpSuit;
    dealer: number;
  };

  /** Everybody has got ``count`` cards, face down. */
  type CardsDealt = { type: "CardsDealt"; count: number };

  /** What a seat has got; only that seat is told. */
  type HandDealt = { type: "HandDealt"; seat: number; cards: string[] };

  /** A seat has bid. */
  type BidMade = { type: "BidMade"; seat: number; count: number; needs: (number | null)[] };

  /** A seat has played a card. */
  type CardPlayed = { type: "CardPlayed"; seat: number; card: string };

  /** A trick is complete; its cards are in order of play, from the leader on. */
  type TrickWon = {
    type: "TrickWon";
    seat: number;
    leader: number;
    cards: string[];
    won: number[];
    needs: number[];
  };

  /** A round is over; the tuples are by seat. */
  type RoundScored = {
    type: "RoundScored";
    round: number;
    bids: number[];
    won: number[];
    points: number[];
    totals: number[];
    cards: number;
    hits: boolean[];
    ahead: number[];
  };

  /** The game is over. More than one seat can win. */
  type GameEnded = { type: "GameEnded"; winners: number[]; totals: number[] };

  /** Say how many tricks one will win. */
  type Bid = { type: "Bid"; count: number };

  /** Play a card to the trick. */
  type Play = { type: "Play"; card: string };

  /** What may come about. */
  type AnyEvent =
    | RoundStarted
    | CardsDealt
    | HandDealt
    | BidMade
    | CardPlayed
    | TrickWon
    | RoundScored
    | GameEnded;

  /** What a seat may do. */
  type AnyAction = Bid | Play;

  /** What an action does, where that is told. */
  type AnyEffect = null;

  /** All of it, for `GameTypes`. */
  type Wire = { view: View; event: AnyEvent; action: AnyAction; effect: AnyEffect };
}
