// The events of an agent in our own terms, and our answers. Each client has a file beside this one that translates both.

import type { ConversationLength } from "../memory/conversation.ts";

/** Fields of every event; null for one that a client does not send. */
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
  /** The file with the conversation, for a client whose resumed session still has the start block in the same file. */
  readonly transcript?: string;
};

export type PromptSubmit = EventOrigin & {
  readonly kind: "prompt";
  /** Empty for a prompt that consists of an image. */
  readonly text: string;
  /** Only for a client that reports rewinds. */
  readonly length?: ConversationLength;
  /** Only for a client that does not report compactions. */
  readonly transcript?: MarkedTranscript;
};

/** The file with the conversation, and the text that the client writes into it at each compaction and when a session is
 * resumed. */
export type MarkedTranscript = {
  readonly path: string;
  readonly mark: string;
  /** True when the file shows that the conversation still contains the answer of a hook; false in doubt. */
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
  /** The last words of the model, if the client sends them. */
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

/** The client's names of each kind of event. */
export type EventKinds = Readonly<Record<string, HookEvent["kind"]>>;

/** @returns null for an event that is not in the table. */
export function kindOf(kinds: EventKinds, name: string): HookEvent["kind"] | null {
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? null) : null;
}

export type HookAnswer = {
  /** For the model. */
  readonly context?: string;
  /** For the user, beside the conversation. */
  readonly notice?: string;
  /** The reason why the tool call is denied. */
  readonly denial?: string;
};

/** The settings of a client that turn our hooks on or off. Install writes into the first of each. */
export type SettingsPaths = {
  /** Relative to the user's home. */
  readonly user: readonly string[];
  /** Relative to the directory in a variable. */
  readonly moved?: { readonly variable: string; readonly paths: readonly string[] };
  /** Relative to the top of a project. */
  readonly project: readonly string[];
};

/** The translation of one client: pure, and small enough to be loaded on every prompt. */
export type ClientCodec = {
  /** Its name on our command line. */
  readonly name: string;
  /** The events that we handle, by the client's names. */
  readonly events: EventKinds;
  /** The settings that connect us, which the guard protects. */
  readonly settingsPaths: SettingsPaths;
  /** How many characters of context the client passes to its model. */
  readonly contextChars: number;
  /** Context at its session start does harm, so the start block comes with the first prompt. */
  readonly startsWithPrompt?: true;
  /** Its prompts may ask our MCP server instead of a process of ours, so that a missing server goes unnoticed. */
  readonly mayAskServer?: true;
  /** Every rewind of a conversation causes a session start, so everything that its model was shown since then is still in
   * the conversation. */
  readonly tellsRewinds?: true;
  /** Its session start runs in parallel to the first prompt, which must not wait for it; a compaction causes no session
   * start, and every turn may cause a session end. */
  readonly startsApart?: true;
  /** True when a notice reaches the user. A notice that is shown once must not be given to a client that drops it. */
  readonly showsNotices: boolean;
  /** `name` is the client's name of the event. Null for an event that is not ours or an input that is not understood. */
  readonly readEvent: (name: string, input: unknown) => HookEvent | null;
  /** The text for stdout; empty means no opinion. */
  readonly renderAnswer: (event: HookEvent, answer: HookAnswer) => string;
};

// The names of a client for events and fields. Clients that send a flat object differ only in these names.

export type EventWords = {
  readonly kinds: EventKinds;
  /** Its keys for these fields; null when it does not send them. */
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

// Reads a client's input without relying on its documentation.

/** Not imported from memory/json.ts, because hook bundles load that module late, and an import here would tie the settings
 * editor, which uses this too, into each of them (test/arch/hook-closure.test.ts). */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The user's words; empty for a prompt that consists of an image. */
function promptIn(input: Readonly<Record<string, unknown>>): string | null {
  const value = input["prompt"];
  return typeof value === "string" ? dropHookWords(value) : null;
}

/** The elements in which hooks' answers and clients' wrappers come, also escaped. */
const HOOK_ELEMENTS = [
  ["<hook_context>", "</hook_context>"],
  ["<memory-context ", "</memory-context>"],
  ["&lt;memory-context ", "&lt;/memory-context&gt;"],
] as const;

/** Removes hooks' answers from a prompt that contains them. An unclosed element is the user's own text. */
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
