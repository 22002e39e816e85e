// What a handler gets and where it works. State and cache come from the arguments of the hook's own command line: a
// repository can set environment variables for the hooks of its visitors.

import type { ClientCodec, HookAnswer, HookEvent } from "../agents/hook-event.ts";
import type { Answering } from "../memory/answering.ts";
import type { Instant } from "../memory/instant.ts";

/** Which part of an event is asked for. */
export const HOOK_PARTS = ["recall", "capture"] as const;
export type HookPart = (typeof HOOK_PARTS)[number];

export type HookPlace = {
  readonly client: ClientCodec;
  readonly only: HookPart | null;
  readonly state: string;
  readonly cache: string;
  /** Where Claude Code keeps its own files, if that is not the usual place. */
  readonly claude: string | null;
  readonly home: string;
  /** The environment that a shell command of the agent would see: used only to read its paths. */
  readonly shellEnv: Readonly<Record<string, string | undefined>>;
  readonly ignoresCase: boolean;
  /** Where the agent works. */
  readonly cwd: string;
  readonly now: Instant;
  /** When this process began. */
  readonly began: Instant;
  /** The rest of the time is for the answer: what can be left for another time is. */
  readonly isLate: () => boolean;
  readonly answering: Required<Answering>;
  /** The interpreter and the program of this process, for starting another. */
  readonly node: string;
  readonly script: string;
  /** Writes down what went wrong, for the next session start. */
  readonly note: (code: string) => Promise<void>;
};

/** The HOME of a session, where the launcher gives us another: a repository can set that, too. */
export const SESSION_HOME = "CREDENCE_SESSION_HOME";

/** The Node that the launcher names and did not find; whichever runs this was found instead. */
export const LOST_NODE = "CREDENCE_LOST_NODE";

export type Handler<Kind extends HookEvent["kind"]> = (
  event: Extract<HookEvent, { readonly kind: Kind }>,
  place: HookPlace,
) => Promise<HookAnswer>;

export type Handlers = { readonly [Kind in HookEvent["kind"]]?: Handler<Kind> };

export const NO_ANSWER: HookAnswer = {};
