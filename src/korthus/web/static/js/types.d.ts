/**
 * What the scripts hand to each other and what the server sends, for the type checker (`make lint`); nothing
 * here is loaded by a browser. The messages are those of `web/socket/wire.py` and `web/http/routes.py`.
 */

/** What is of any game: options and views are open here; `tables/<game>/wire.d.ts` has the types of each. */
type Json = any;

interface Instead {
  level: string;
  by: string;
  why: "late" | "failed" | "compiling";
  version: number;
}

/** Who sits in a seat of a live table. */
interface Player {
  seat: number;
  name: string | null;
  bot: string | null;
  present: boolean;
  taken: boolean;
  absent_ms: number | null;
  standing_in: boolean;
  instead: Instead | null;
  /** Whether this person does not want to play again. */
  declined?: boolean;
  /** When an absent person is waited for no longer, in `performance.now()`. */
  absent_at?: number | null;
}

/** Something that has come about; its fields are those of the game's event. */
interface GameEvent {
  type: string;
  [field: string]: Json;
}

/** Something was taken back: what the table says between the events of its game. */
interface Undone {
  type: "UndoDone";
}

interface Notice<Event = GameEvent> {
  sequence: number;
  event: Event;
  said: string | null;
}

/** A legal action. */
interface Choice<Action = Json, Effect = Json> {
  text: string;
  action: Action;
  label?: string | null;
  /** The cards it names, where the default table draws the game. */
  cards?: string[];
  /** What it does on the table, where the game tells it; see `Game.effect`. */
  effect?: Effect | null;
}

/** What the coach says about one thing; see `web/coaching.py`. */
interface Tip {
  action: Json;
  text: string;
  says: string;
  tag?: string;
}

interface Coaching {
  now: string;
  tips: Tip[];
}

/** A part of a view that the default table draws; see `core/description.py`. */
interface Zone {
  field: string;
  whose: "mine" | "seats" | "table";
  kind: "cards" | "pile" | "hidden" | "number" | "mark" | "text";
  label: string;
}

/** Which cards are drawn; a card of another deck ("plain") is its name. */
type Deck = "french" | "spanish" | "plain";

interface Description {
  deck: "french" | "spanish" | null;
  codes: string[];
  zones: Zone[];
}

interface Outcome {
  scores: number[];
  winners: number[];
  ranking: number[][];
  breakdown: Record<string, number>[];
  /** The seat that gave the game up, where it did not end by its rules. */
  resigned?: number;
}

interface Said {
  seat: number | null;
  name: string;
  text: string;
  /** Whether it was said before this session. */
  old?: boolean;
}

type Connection = "connecting" | "open" | "lost" | "moved" | "gone" | "closed";

/** All that a session knows about its table. */
interface TableState {
  code: string;
  connection: Connection;
  trouble: { code: string; reason: string } | null;
  seat: number | null;
  game: string;
  preset: string | null;
  options: Record<string, Json>;
  practice: boolean;
  known_cards: boolean;
  clock: number | null;
  players: Player[];
  started: boolean;
  over: boolean;
  version: number;
  sequence: number;
  view: Json | null;
  actions: Choice[] | null;
  to_act: number | null;
  /** When the clock of the turn runs out, in `performance.now()`. */
  deadline: number | null;
  outcome: Outcome | null;
  /** What counts in the outcome and what does not, a sentence each. */
  outcome_about: string[];
  spectators: number;
  undo_asked: number | null;
  cannot_write: boolean;
  /** The table at which the players of a finished game go on, and the seat that asked first. */
  again: { seat: number; code: string } | null;
  /** The tournament of which this is a game. */
  tournament: string | null;
  /** Whether cards and result stay hidden from all others, because other tables play the same cards. */
  held_back: boolean;
  /** How a table of computers only is watched. */
  watch: { paused: boolean; speed: "half" | "usual" | "double" | "fast" } | null;
  /** What the default table draws the game by; null where it has a table of its own. */
  description: Description | null;
  commitment: string | null;
  /** Whether the table shows the seal that this browser has kept. */
  sealed: boolean;
  phrases: string[];
  chat: Said[];
  log: Notice[];
  /** The action that is under way. */
  pending: string | null;
  /** Whether this is only what was last seen of the table, because nobody answers. */
  recalled?: boolean;
  /** All hands, where a finished game is looked at openly. */
  hands?: Json[] | null;
}

/** One change of a session. */
interface Change {
  previous: TableState | null;
  state: TableState;
  notices: Notice[];
}

/** What the table of a game works with: scenes and steps are its own, the rest is what the server sends. */
interface GameTypes {
  scene: Json;
  step: StepOf<Json>;
  view: Json;
  event: { type: string };
  action: Json;
  effect: Json;
  /** A hand, where all are looked at openly. */
  hand: Json;
}

/** All that a session knows about a game that has begun, as the table of the game sees it. */
interface StateOf<G extends GameTypes> extends Omit<TableState, "view" | "actions" | "log" | "hands"> {
  view: G["view"];
  actions: Choice<G["action"], G["effect"]>[] | null;
  log: Notice<G["event"] | Undone>[];
  hands?: G["hand"][] | null;
}

/** One change of it. */
interface ChangeOf<G extends GameTypes> {
  previous: StateOf<G> | null;
  state: StateOf<G>;
  notices: Notice<G["event"] | Undone>[];
}

/** A scene that is shown on the way from one state to the next, and what happens there in the game's words. */
interface StepOf<Scene, What extends string = string> {
  scene: Scene;
  what: What;
  /** The notice is told when this step lies there; without one, before the first step. */
  tells?: boolean;
  /** How long its cards move, in milliseconds. */
  duration?: number;
}

/** An event, its index among those that came with it, and the state they lead to. */
interface MomentOf<G extends GameTypes> {
  event: G["event"];
  events: G["event"][];
  at: number;
  state: StateOf<G>;
}

/** A function for each type of event that changes a scene; see `changedBy`. */
type Changes<Event extends { type: string }, Scene, Result> = {
  [Type in Event["type"]]?: (scene: Scene, event: Extract<Event, { type: Type }>) => Result;
};

/** What draws and asks at a table: over the wire, or still. */
interface Session extends EventTarget {
  state: TableState;
  act(text: string): Promise<Json>;
  request(type: string, fields?: Record<string, Json>): Promise<Json>;
}

type NameOf = (seat: number) => string;

interface EventMapOfThePage {
  told: CustomEvent<{ notices: Notice[] }>;
  /** A table shows the newest state. */
  shown: CustomEvent<null>;
  complaint: CustomEvent<{ reason: string }>;
}
interface HTMLElementEventMap extends EventMapOfThePage {}

/** What `el` takes: `class`, `text`, `on`, `dataset`; anything else is an attribute. */
interface Props {
  class?: string;
  text?: Json;
  dataset?: Record<string, Json>;
  on?: { [name: string]: (event: any) => unknown };
  [attribute: string]: Json;
}

type Child = Node | string | number | null | undefined | false | Child[];

/** What a game draws and when: a pool, how many of it, and how the deal is written; it gets the cards. */
type Draws = Generator<
  { pool: Json[]; count: number; write: (cards: Json[]) => string; mayEnd?: boolean },
  void,
  Json[]
>;
