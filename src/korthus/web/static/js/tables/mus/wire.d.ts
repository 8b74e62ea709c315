// Written by `python -m tools.wire` from the rules of the game.

declare namespace Mus {
  /** A match through the eyes of one seat, or of a spectator (``hand`` and ``discards`` are empty then). */
  type View = {
    type: "MusView";
    seat: number | null;
    to_act: number | null;
    phase: Phase;
    target: number | null;
    number: number;
    mano: number;
    stones: number[];
    tally: number[][];
    hand: string[];
    held: number[];
    lances: Lance[];
    slate: Lance[][];
    declared: (boolean[] | null)[];
    in_lances: number[][];
    lance: Lance | null;
    bet: Bet | null;
    settled: Settled[];
    pares: boolean[] | null;
    juego: boolean[] | null;
    discards: string[];
    discarded: number[];
    redeals: number;
    stock: number;
    shown: string[][] | null;
    holding: Holding | null;
  };

  /** What happens next. */
  type Phase = "deal" | "mus" | "discard" | "redraw" | "bet" | "over";

  /** What is played for, in order (U-7). Punto takes the place of juego when nobody has juego. */
  type Lance = "grande" | "chica" | "pares" | "juego" | "punto";

  /** The bet that waits for an answer. ``before`` is what had been bet when it was raised, else 0. */
  type Bet = { seat: number; stake: number; before: number; raises: number; ordago: boolean };

  /** A lance that is over. */
  type Settled = { lance: Lance; how: How; seat: number | null; stones: number };

  /** How a lance was decided before the cards are looked at. */
  type How = "pass" | "accepted" | "refused" | "alone" | "nobody";

  /** What four cards make: their pares, if any, and their sum, which is juego or punto. */
  type Holding = { pares: "duples" | "medias" | "par" | null; points: number; is_juego: boolean };

  /** A new hand begins. */
  type HandStarted = { type: "HandStarted"; number: number; mano: number; stones: number[] };

  /** A seat got that many cards, and holds ``held`` now. */
  type CardsDealt = { type: "CardsDealt"; seat: number; count: number; held: number };

  /** Which cards they were; for their owner. */
  type CardsReceived = { type: "CardsReceived"; seat: number; cards: string[] };

  /** A seat would like other cards. */
  type MusWanted = { type: "MusWanted"; seat: number };

  /** A seat wants to play with the cards as they are. */
  type MusCut = { type: "MusCut"; seat: number };

  /** A seat put that many cards away, and holds ``held`` now. */
  type CardsDiscarded = { type: "CardsDiscarded"; seat: number; count: number; held: number };

  /** Which cards they were; for the one who put them away. */
  type DiscardKept = { type: "DiscardKept"; seat: number; cards: string[] };

  /** The stock was used up, so everything discarded was shuffled into a new one. */
  type StockReshuffled = { type: "StockReshuffled"; count: number };

  /** A seat truly said whether it has pares or juego (UI-18). */
  type DeclarationMade = { type: "DeclarationMade"; seat: number; lance: Lance; has: boolean };

  /** The betting of a lance begins; the mano speaks first. */
  type LanceStarted = { type: "LanceStarted"; lance: Lance };

  /** A seat bets nothing. If both did, the lance is ``settled``. */
  type Passed = { type: "Passed"; seat: number; lance: Lance; settled: Settled | null };

  /** A seat bet, or raised by, ``amount``; ``stake`` is what is at stake if it is accepted. */
  type EnvidoMade = {
    type: "EnvidoMade";
    seat: number;
    lance: Lance;
    amount: number;
    stake: number;
    raised: boolean;
  };

  /** A seat bet everything. */
  type OrdagoCalled = { type: "OrdagoCalled"; seat: number; lance: Lance };

  /** A seat took the bet on; ``settled`` has the stake. */
  type BetAccepted = { type: "BetAccepted"; seat: number; lance: Lance; settled: Settled; ordago: boolean };

  /** A seat did not; the bettor takes the deje at once, which ``settled`` has. */
  type BetRefused = { type: "BetRefused"; seat: number; lance: Lance; settled: Settled };

  /** Both hands lie open. */
  type HandsShown = { type: "HandsShown"; hands: string[][] };

  /** A seat scored; it has ``total`` now, and the lance has brought it ``in_lance`` in this hand. */
  type StonesScored = {
    type: "StonesScored";
    seat: number;
    lance: Lance;
    reason: Reason;
    stones: number;
    in_lance: number;
    total: number;
  };

  /** Why stones are scored. */
  type Reason = "deje" | "pass" | "stake" | "value" | "ordago";

  /** A hand is over. ``gained`` is what each seat made in it. */
  type HandEnded = { type: "HandEnded"; number: number; gained: number[]; stones: number[] };

  /** A seat has reached the target: the match is over. (A single hand ends with ``HandEnded``.) */
  type GameEnded = { type: "GameEnded"; seat: number; stones: number[] };

  /** Paso: no bet from me. A bet on the table is answered with ``Refuse`` instead (UI-17). */
  type Pass = { type: "Pass" };

  /** No quiero: the bettor takes the deje. */
  type Refuse = { type: "Refuse" };

  /** Quiero: the cards decide. */
  type Accept = { type: "Accept" };

  /** A first bet of ``amount`` stones, or a raise by that many. */
  type Envido = { type: "Envido"; amount: number };

  /** Everything on this lance. */
  type Ordago = { type: "Ordago" };

  /** Mus: I would like other cards. */
  type AskMus = { type: "Mus" };

  /** Corto: we play with these cards. */
  type NoMus = { type: "NoMus" };

  /** Put one to four cards away, from high to low, to get as many others. */
  type Discard = { type: "Discard"; cards: string[] };

  /** What may come about. */
  type AnyEvent =
    | HandStarted
    | CardsDealt
    | CardsReceived
    | MusWanted
    | MusCut
    | CardsDiscarded
    | DiscardKept
    | StockReshuffled
    | DeclarationMade
    | LanceStarted
    | Passed
    | EnvidoMade
    | OrdagoCalled
    | BetAccepted
    | BetRefused
    | HandsShown
    | StonesScored
    | HandEnded
    | GameEnded;

  /** What a seat may do. */
  type AnyAction = Pass | Refuse | Accept | Envido | Ordago | AskMus | NoMus | Discard;

  /** What an action does, where that is told. */
  type AnyEffect = null;

  /** All of it, for `GameTypes`. */
  type Wire = { view: View; event: AnyEvent; action: AnyAction; effect: AnyEffect };
}
