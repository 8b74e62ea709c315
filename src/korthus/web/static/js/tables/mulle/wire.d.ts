// Written by `python -m tools.wire` from the rules of the game.

declare namespace Mulle {
  /** A table as one seat sees it. ``hand`` is empty for a spectator. */
  type View = {
    type: "MulleView";
    seat: number | null;
    to_act: number | null;
    hand: string[];
    sides: PublicSide[];
    table: Pile[];
    called: string[];
    turn: number;
    omgang: number;
    omgangar: number;
    rond: number;
    ronder: number;
    starter: number;
    last_capturer: number;
    left: string[];
    stock: number;
    sheet: Score[][];
    points: number[][];
    totals: number[];
    bonus_above: number;
    special: [string, number][];
  };

  /** What everybody knows of one seat in this omgång. */
  type PublicSide = {
    cards_in_hand: number;
    taken: string[];
    mulles: string[];
    mulle_sums: [string, number, number][];
    tabbe: number;
    intake: number;
    intake_before_rond: number;
    rond_bonus: number;
    holds: number[];
    score: Score;
  };

  /** What one seat scored in an omgång. */
  type Score = { mulle: number; tabbe: number; intake: number; bonus: number };

  /** Cards that lie together: a single card, a plain pile without owner, or a build. */
  type Pile = { cards: string[]; value: number; owner: number; locked: boolean; trotta: boolean };

  /** Chance has said who starts the session. */
  type StarterDrawn = { type: "StarterDrawn"; seat: number };

  /** A new omgång, with its first cards on the table. */
  type OmgangStarted = {
    type: "OmgangStarted";
    omgang: number;
    starter: number;
    cards: string[];
    values: number[];
  };

  /** Both hands have been dealt. */
  type RondStarted = { type: "RondStarted"; rond: number; cards_each: number };

  /** What one seat got; for its eyes only. */
  type HandDealt = { type: "HandDealt"; seat: number; cards: string[] };

  /** A card has taken piles. */
  type Captured = {
    type: "Captured";
    seat: number;
    card: string;
    piles: Pile[];
    intake: number;
    taken: number;
  };

  /** A pair of twins has been taken; one of them goes to the mulle pile. */
  type MulleTaken = { type: "MulleTaken"; seat: number; card: string; points: number };

  /** The capture has emptied the table. */
  type TabbeScored = { type: "TabbeScored"; seat: number };

  /** A build has been made, changed or added to. */
  type BuildMade = {
    type: "BuildMade";
    seat: number;
    card: string;
    pile: Pile;
    how: "build" | "feed" | "trotta";
    was: number | null;
    joined: Pile[];
  };

  /** A build can no longer be changed. */
  type BuildLocked = { type: "BuildLocked"; value: number; owner: number };

  /** A card has been laid down on its own, where it counts ``value``. */
  type Discarded = { type: "Discarded"; seat: number; card: string; value: number };

  /** A warning: a build lies there at the end of a rond. */
  type BuildLeft = { type: "BUILD_LEFT"; value: number; owner: number };

  /** Both hands are empty; what each seat has in this omgång so far. */
  type RondEnded = { type: "RondEnded"; rond: number; scores: Score[] };

  /** What lay on the table at the end of an omgång, and who got it (-1: nobody). */
  type LeftoversTaken = { type: "LeftoversTaken"; seat: number; cards: string[] };

  /** The points of an omgång and of the session so far. */
  type OmgangEnded = { type: "OmgangEnded"; omgang: number; scores: Score[]; totals: number[] };

  /** The session is over; two winners mean a draw. */
  type GameEnded = { type: "GameEnded"; totals: number[]; winners: number[] };

  /** Take piles that can be grouped into sums of the card's hand value. */
  type Capture = { type: "Capture"; card: string; singles: string[]; builds: number[]; plains: string[][] };

  /** Lay a card on a single or an open build to make, or change, a build. */
  type Build = { type: "Build"; card: string; base: string | number | string[]; down: boolean };

  /** Gather everything worth the card's table value into a locked build. */
  type Trotta = { type: "Trotta"; card: string };

  /** Lay the card on the table, or feed it to one's own build of that value. */
  type Discard = { type: "Discard"; card: string };

  /** A capture: the piles in groups, each of which adds up to ``value``. */
  type Takes = {
    type: "Takes";
    groups: number[][];
    value: number;
    cards: number;
    intake?: number;
    mulles?: [string, number][];
    tabbe?: boolean;
  };

  /** A build, a trotta, or a discard that goes into a build: what comes of it is worth ``value``. */
  type Makes = {
    type: "Makes";
    how: "build" | "feed" | "trotta";
    value: number;
    cards: string[];
    base?: number | null;
    joins?: number[];
    locks?: boolean;
  };

  /** A discard that lies on the table by itself and counts ``value`` there. */
  type Lies = { type: "Lies"; value: number };

  /** What may come about. */
  type AnyEvent =
    | StarterDrawn
    | OmgangStarted
    | RondStarted
    | HandDealt
    | Captured
    | MulleTaken
    | TabbeScored
    | BuildMade
    | BuildLocked
    | Discarded
    | BuildLeft
    | RondEnded
    | LeftoversTaken
    | OmgangEnded
    | GameEnded;

  /** What a seat may do. */
  type AnyAction = Capture | Build | Trotta | Discard;

  /** What an action does, where that is told. */
  type AnyEffect = Takes | Makes | Lies;

  /** All of it, for `GameTypes`. */
  type Wire = { view: View; event: AnyEvent; action: AnyAction; effect: AnyEffect };
}
