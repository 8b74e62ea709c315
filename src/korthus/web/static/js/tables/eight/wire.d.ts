// Written by `python -m tools.wire` from the rules of the game.

declare namespace Eight {
  /** The session as one seat sees it. Tuples of two have seat 0 first, tuples of three board A. */
  type View = {
    type: "EightView";
    seat: number | null;
    to_act: number | null;
    phase: Phase;
    assignment: "alternating" | "sequential" | "simultaneous";
    number: number;
    hands: number | null;
    dealer: number;
    bankrolls: number[];
    bonus: number[];
    ante: number;
    pot: number;
    hand: string[];
    hand_sizes: number[];
    placed: (string[][] | null)[];
    counts: (number[] | null)[];
    splits: number[][];
    locked: boolean[];
    plo: string | null;
    taken: number[];
    take_backs: number | null;
    take_backs_left: number[] | null;
    memory: (Memory | null)[];
    shown: string[][];
    boards: string[][];
    board_size: number;
    burnt: number;
    winners: number[][];
    names: (HandName[] | null)[];
    fives: (string[][] | null)[];
  };

  /** What happens next in a session. */
  type Phase = "deal" | "place" | "runout" | "over";

  /** What counts of a seat's earlier placing in this hand. Empty once it has locked. */
  type Memory = { lain: string[][]; repeats: number };

  /** What a hand is called: its category and the ranks that decide, the most important one first. */
  type HandName = { category: Category; ranks: string[]; royal: boolean };

  /** What a hand is, from the weakest to the strongest. */
  type Category =
    | "high_card"
    | "pair"
    | "two_pair"
    | "three_of_a_kind"
    | "straight"
    | "flush"
    | "full_house"
    | "four_of_a_kind"
    | "straight_flush";

  /** A hand begins and both antes are in the pot. */
  type HandStarted = {
    type: "HAND_STARTED";
    dealer: number;
    number: number;
    ante: number;
    pot: number;
    bankrolls: number[];
    splits: number[][];
  };

  /** A seat has its eight cards. */
  type CardsDealt = { type: "CARDS_DEALT"; to: number; count: number; cards: string[] | null };

  /** Three cards lie face up on a board. */
  type FlopDealt = { type: "FLOP_DEALT"; board: string; cards: string[] };

  /** ``count`` cards were placed; ``partial_counts`` is what the seat then has on A, B and C. */
  type AssignPlaced = {
    type: "ASSIGN_PLACED";
    player: number;
    board: string;
    count: number;
    cards: string[] | null;
    partial_counts: number[];
  };

  /** A seat took a card back into its hand. */
  type AssignTakenBack = {
    type: "ASSIGN_TAKEN_BACK";
    player: number;
    board: string;
    cards: string[] | null;
    partial_counts: number[];
  };

  /** Cards went back to a seat's hand because the kind of the boards was fixed otherwise. */
  type AssignReturned = {
    type: "ASSIGN_RETURNED";
    player: number;
    board: string | null;
    cards: string[] | null;
    partial_counts: number[];
    code: "WRONG_PLO_BOARD";
  };

  /** A seat's placement is final (simultaneous placing: it is ready). */
  type AssignLocked = { type: "ASSIGN_LOCKED"; player: number };

  /** Both have locked: a hidden placement is turned up. */
  type AssignRevealed = { type: "ASSIGN_REVEALED"; player: number; cards: string[][] };

  /** It is settled what is played on a board. */
  type BoardKindLocked = {
    type: "BOARD_KIND_LOCKED";
    board: string;
    kind: Kind;
    size: number;
    splits: number[][];
  };

  /** What is played on a board: Omaha (four cards in hand) or hold'em (two). */
  type Kind = "PLO" | "NLHE";

  /** A board is complete. */
  type TurnRiverDealt = { type: "TURN_RIVER_DEALT"; board: string; turn: string; river: string };

  /** A board is decided and paid. */
  type BoardResult = {
    type: "BOARD_RESULT";
    board: string;
    kind: Kind;
    winner_ids: number[];
    hand_desc: HandName;
    subpot: number;
    hands: HandName[];
    fives: string[][];
    shares: number[];
    pot: number;
    bankrolls: number[];
  };

  /** A seat won all three boards outright and gets a bonus. */
  type Sweep = { type: "SWEEP"; player: number; bonus: number; source: "house" | "opponent" };

  /** A hand is paid: gross chips, and what that is after the antes. */
  type HandResult = {
    type: "HAND_RESULT";
    payouts: number[];
    net: number[];
    pot: number;
    bankrolls: number[];
  };

  /** The session is over. */
  type GameEnded = { type: "SESSION_ENDED"; bankrolls: number[]; winners: number[] };

  /** All eight cards at once: what goes to boards A, B and C. The order within a board has no meaning. */
  type Place = { type: "Place"; a: string[]; b: string[]; c: string[] };

  /** One card to one board, when cards are placed in turn. */
  type PlaceCard = { type: "PlaceCard"; card: string; board: string };

  /** A placed card goes back to the hand; the same seat goes on. */
  type TakeBack = { type: "TakeBack"; card: string };

  /** The placement is final. */
  type Lock = { type: "Lock" };

  /** A card put on a board. */
  type Puts = { type: "Puts"; omaha?: boolean; returns?: string | null };

  /** What may come about. */
  type AnyEvent =
    | HandStarted
    | CardsDealt
    | FlopDealt
    | AssignPlaced
    | AssignTakenBack
    | AssignReturned
    | AssignLocked
    | AssignRevealed
    | BoardKindLocked
    | TurnRiverDealt
    | BoardResult
    | Sweep
    | HandResult
    | GameEnded;

  /** What a seat may do. */
  type AnyAction = Place | PlaceCard | TakeBack | Lock;

  /** What an action does, where that is told. */
  type AnyEffect = Puts;

  /** All of it, for `GameTypes`. */
  type Wire = { view: View; event: AnyEvent; action: AnyAction; effect: AnyEffect };
}
