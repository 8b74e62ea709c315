/**
 * What the scripts hand to each other and what the server sends, for the type checker (`make lint`); nothing
 * here is loaded by a browser. The messages are those of `web/socket/wire.py` and `web/http/routes.py`.
 */

/** A word of a game: its own texts, options and views are open here and typed in `tables/<game>/`. */
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
  /** When an absent person is waited for no longer, in `performance.now()`. */
  absent_at?: number | null;
}

/** Something that has come about; its fields are those of the game's event. */
interface GameEvent {
  type: string;
  [field: string]: Json;
}

interface Notice {
  sequence: number;
  event: GameEvent;
  said: string | null;
}

/** A legal action. */
interface Choice {
  text: string;
  action: Json;
  label?: string | null;
  /** The cards it names, where the default table draws the game. */
  cards?: string[];
  /** What it does on the table, where the game tells it; see `Game.effect`. */
  effect?: Json;
}

/** A part of a view that the default table draws; see `core/description.py`. */
interface Zone {
  field: string;
  whose: "mine" | "seats" | "table";
  kind: "cards" | "pile" | "hidden" | "number" | "mark" | "text";
  label: string;
}

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
  spectators: number;
  undo_asked: number | null;
  cannot_write: boolean;
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
  /** All hands, where a finished game is looked at openly. */
  hands?: Json[] | null;
}

/** One change of a session. */
interface Change {
  previous: TableState | null;
  state: TableState;
  notices: Notice[];
}

/** What draws and asks at a table: over the wire, or still. */
interface Session extends EventTarget {
  state: TableState;
  act(text: string): Promise<Json>;
  request(type: string, fields?: Record<string, Json>): Promise<Json>;
}

type NameOf = (seat: number) => string;

interface EventMapOfThePage {
  told: CustomEvent<{ notices: Notice[] }>;
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
