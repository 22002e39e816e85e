// Is a person at the terminal? A fence, not the proof: the proof is the passphrase of the person key. It keeps an agent
// that runs commands from reading what nobody vouched for, and from asking for a passphrase in a person's name.

export type Presence =
  | { readonly kind: "person" }
  | {
      readonly kind: "nobody";
      readonly why: string;
      /** Whether an agent asks, and not a script of the person's own. Looked up when somebody wants to know. */
      readonly isAgent?: () => boolean;
    };

export type PresenceHints = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: { readonly in: boolean; readonly out: boolean };
  /** Names of the processes above this one, nearest first. */
  readonly ancestors: readonly string[];
};

/** Set by agents for the commands they run. An editor marks its terminals too (`CURSOR_TRACE_ID`), in which people type. */
export const AGENT_MARKERS = [
  "CLAUDECODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_SESSION_ID",
  "CODEX_SANDBOX",
  "CODEX_THREAD_ID",
  "COPILOT_CLI",
  "CURSOR_AGENT",
  "GEMINI_CLI",
  "OPENCODE",
  "QWEN_CODE",
  "AI_AGENT",
  "AGENT",
  "CREDENCE_HOOK",
] as const;

const AGENTS = new Set([
  "claude",
  "codex",
  "copilot",
  "cursor-agent",
  "gemini",
  "opencode",
  "qwen",
  "aider",
  "goose",
  "amp",
]);

export function detectPresence({ env, terminal, ancestors }: PresenceHints): Presence {
  if (!terminal.in || !terminal.out) return { kind: "nobody", why: nameMissing(terminal) };
  const agent = findAgent({ env, ancestors });
  return agent === null
    ? { kind: "person" }
    : { kind: "nobody", why: `an agent runs this command (${agent})` };
}

/** Whoever redirects one stream sits at a terminal, and wants to know what made them nobody. */
function nameMissing(terminal: PresenceHints["terminal"]): string {
  if (!terminal.in && !terminal.out) return "there is no terminal";
  return `standard ${terminal.in ? "output" : "input"} is not a terminal`;
}

/** What says that an agent runs the command, with a terminal or without. */
export function findAgent({ env, ancestors }: Omit<PresenceHints, "terminal">): string | null {
  const marker = AGENT_MARKERS.find((name) => env[name] !== undefined && env[name] !== "");
  if (marker !== undefined) return `${marker} is set`;
  return ancestors.find((name) => AGENTS.has(name)) ?? null;
}
