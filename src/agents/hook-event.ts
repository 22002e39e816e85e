// What happens in an agent, in our words, and what we answer. Each client has a file beside this one that translates both.

export type ClientName = "claude-code" | "codex" | "cursor" | "gemini" | "opencode";

/** What every event carries; what a client does not tell is null. */
export type EventOrigin = {
  /** The client's own names. */
  readonly session: string | null;
  readonly prompt: string | null;
  readonly cwd: string | null;
  /** Set inside a subagent. */
  readonly agent: string | null;
};

export type SessionStart = EventOrigin & {
  readonly kind: "session-start";
  readonly source: "startup" | "resume" | "clear" | "compact" | "fork";
};

export type PromptSubmit = EventOrigin & {
  readonly kind: "prompt";
  /** Empty where somebody sent an image alone. */
  readonly text: string;
};

export type BeforeTool = EventOrigin & {
  readonly kind: "before-tool";
  readonly tool: string;
  readonly input: unknown;
};

export type AfterTool = EventOrigin & {
  readonly kind: "after-tool";
  readonly tool: string;
  readonly input: unknown;
  readonly response: unknown;
};

export type TurnEnd = EventOrigin & {
  readonly kind: "turn-end";
  /** The last words of the model, where the client tells them. */
  readonly message: string | null;
};

export type BeforeCompact = EventOrigin & { readonly kind: "before-compact" };

export type SessionEnd = EventOrigin & { readonly kind: "session-end" };

export type HookEvent =
  | SessionStart
  | PromptSubmit
  | BeforeTool
  | AfterTool
  | TurnEnd
  | BeforeCompact
  | SessionEnd;

export type HookAnswer = {
  /** For the model. */
  readonly context?: string;
  /** For the person, beside the conversation. */
  readonly notice?: string;
  /** Why a tool may not do this. */
  readonly denial?: string;
};

/** One client's side of it: pure, and small enough to be loaded on every prompt. */
export type ClientCodec = {
  readonly name: ClientName;
  /** How many characters of context the client shows to its model. */
  readonly contextChars: number;
  /** Whether a notice reaches the person. What is told once is not told to a client that drops it. */
  readonly showsNotices: boolean;
  /** `name` is the event as the client calls it. Null for an event that is not ours or an input that is not understood. */
  readonly readEvent: (name: string, input: unknown) => HookEvent | null;
  /** What goes to stdout; empty is no opinion. */
  readonly renderAnswer: (event: HookEvent, answer: HookAnswer) => string;
};
