// What happens in an agent, in our words, and what we answer. Each client has a file beside this one that translates both.

import type { ConversationLength } from "../memory/conversation.ts";

/** What every event carries; what a client does not tell is null. */
export type EventOrigin = {
  /** The client's own names. */
  readonly session: string | null;
  readonly prompt: string | null;
  readonly cwd: string | null;
  /** Set inside a subagent. */
  readonly agent: string | null;
};

type SessionStart = EventOrigin & {
  readonly kind: "session-start";
  readonly source: "startup" | "resume" | "clear" | "compact" | "fork";
  /** The file that keeps the conversation, of a client whose resumed session still has the start block in the same file. */
  readonly transcript?: string;
};

export type PromptSubmit = EventOrigin & {
  readonly kind: "prompt";
  /** Empty where somebody sent an image alone. */
  readonly text: string;
  /** Only of a client that tells rewinds. */
  readonly length?: ConversationLength;
  /** Only of a client that tells nobody of a compaction. */
  readonly transcript?: MarkedTranscript;
};

/** The file that keeps the conversation, and what the client writes into it with each compaction, and when a session goes on. */
export type MarkedTranscript = {
  readonly path: string;
  readonly mark: string;
  /** Whether the conversation, by what the file says of it, still has what a hook said; if unsure, it has not. */
  readonly has: (record: string, said: string) => boolean;
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

/** What a client calls each kind of event. */
export type EventKinds = Readonly<Record<string, HookEvent["kind"]>>;

/** @returns null for an event that is not in the table. */
export function kindOf(kinds: EventKinds, name: string): HookEvent["kind"] | null {
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? null) : null;
}

export type HookAnswer = {
  /** For the model. */
  readonly context?: string;
  /** For the person, beside the conversation. */
  readonly notice?: string;
  /** Why a tool may not do this. */
  readonly denial?: string;
};

/** Where a client's settings lie that turn our hooks on or off. Install writes into the first of each. */
export type SettingsPaths = {
  /** From the person's home. */
  readonly user: readonly string[];
  /** From the directory that a variable names. */
  readonly moved?: { readonly variable: string; readonly paths: readonly string[] };
  /** From a project's top. */
  readonly project: readonly string[];
};

/** One client's side of it: pure, and small enough to be loaded on every prompt. */
export type ClientCodec = {
  /** On our command line. */
  readonly name: string;
  /** The events that we handle, by the client's names for them. */
  readonly events: EventKinds;
  /** What the guard keeps us connected by. */
  readonly settingsPaths: SettingsPaths;
  /** How many characters of context the client shows to its model. */
  readonly contextChars: number;
  /** Its session start has no place for context that does no harm: the start block comes with the first prompt. */
  readonly startsWithPrompt?: true;
  /** Its prompts may ask our MCP server instead of a process of ours: then nobody notices by himself that it is gone. */
  readonly mayAskServer?: true;
  /** It takes nothing back from a conversation without a session start, so what its model was shown since is still there. */
  readonly tellsRewinds?: true;
  /** Its session start runs beside the first prompt, which must not pay for it; after a compaction none follows, and an end may
   * come with every turn. */
  readonly startsApart?: true;
  /** Whether a notice reaches the person. A notice that is shown once is not given to a client that drops it. */
  readonly showsNotices: boolean;
  /** `name` is the event as the client calls it. Null for an event that is not ours or an input that is not understood. */
  readonly readEvent: (name: string, input: unknown) => HookEvent | null;
  /** What goes to stdout; empty means no opinion. */
  readonly renderAnswer: (event: HookEvent, answer: HookAnswer) => string;
};

// An event by the names that a client has for it. Clients that hand over a flat object differ in these words alone.

export type EventWords = {
  readonly kinds: EventKinds;
  /** Its keys for them; null when it does not tell. */
  readonly prompt: string | null;
  readonly agent: string | null;
  readonly message: string;
};

const SOURCES: readonly SessionStart["source"][] = ["startup", "resume", "clear", "compact", "fork"];

export function readNamedEvent(words: EventWords, name: string, input: unknown): HookEvent | null {
  const kind = kindOf(words.kinds, name);
  if (!isRecord(input) || kind === null) return null;
  const origin: EventOrigin = {
    session: textIn(input, "session_id"),
    prompt: words.prompt === null ? null : textIn(input, words.prompt),
    cwd: textIn(input, "cwd"),
    agent: words.agent === null ? null : textIn(input, words.agent),
  };
  const tool = textIn(input, "tool_name");
  const asked = input["tool_input"];
  switch (kind) {
    case "session-start":
      return { ...origin, kind, source: SOURCES.find((each) => each === input["source"]) ?? "startup" };
    case "prompt": {
      const text = promptIn(input);
      return text === null ? null : { ...origin, kind, text };
    }
    case "before-tool":
      return tool === null ? null : { ...origin, kind, tool, input: asked };
    case "after-tool":
      return tool === null ? null : { ...origin, kind, tool, input: asked, response: input["tool_response"] };
    case "turn-end":
      return { ...origin, kind, message: textIn(input, words.message) };
    case "before-compact":
    case "session-end":
      return { ...origin, kind };
  }
}

// Reading what a client sent, without believing that it is what its documentation says.

/** Not the one of memory/json.ts: hook bundles load that module late, and importing it here would tie the settings editor,
 * which uses this too, into each of them (test/arch/hook-closure.test.ts). */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The person's words. A prompt may be empty: somebody sent an image alone. */
function promptIn(input: Readonly<Record<string, unknown>>): string | null {
  const value = input["prompt"];
  return typeof value === "string" ? dropHookWords(value) : null;
}

/** What hooks said, and what a client wraps it in, also escaped. */
const HOOK_ELEMENTS = [
  ["<hook_context>", "</hook_context>"],
  ["<memory-context ", "</memory-context>"],
  ["&lt;memory-context ", "&lt;/memory-context&gt;"],
] as const;

/** Of a prompt that a client hands on with them. One that is not closed is a person's. */
function dropHookWords(prompt: string): string {
  const text = HOOK_ELEMENTS.reduce(dropElements, prompt);
  return text === prompt ? prompt : text.trim();
}

function dropElements(text: string, [start, end]: readonly [string, string]): string {
  const kept: string[] = [];
  let at = 0;
  for (let from = text.indexOf(start); from !== -1; from = text.indexOf(start, at)) {
    const to = text.indexOf(end, from);
    if (to === -1) break;
    kept.push(text.slice(at, from));
    at = to + end.length;
  }
  return at === 0 ? text : kept.join("") + text.slice(at);
}

/** @returns null when there is no text. */
export function textIn(input: Readonly<Record<string, unknown>>, key: string): string | null {
  const value = input[key];
  return typeof value === "string" && value !== "" ? value : null;
}
