import assert from "node:assert/strict";
import { test } from "node:test";
import { detectPresence, type PresenceHints } from "../../src/trust/person-presence.ts";

const AT_TERMINAL: PresenceHints = {
  env: {},
  terminal: { in: true, out: true },
  ancestors: ["bash", "sshd"],
};

const ROWS: readonly {
  readonly when: string;
  readonly hints: Partial<PresenceHints>;
  readonly why: string | null;
}[] = [
  { when: "at a terminal", hints: {}, why: null },
  { when: "with a marker that is empty", hints: { env: { CLAUDECODE: "" } }, why: null },
  { when: "both are pipes", hints: { terminal: { in: false, out: false } }, why: "there is no terminal" },
  {
    when: "input is a pipe",
    hints: { terminal: { in: false, out: true } },
    why: "standard input is not a terminal",
  },
  {
    when: "output is a pipe",
    hints: { terminal: { in: true, out: false } },
    why: "standard output is not a terminal",
  },
  ...[
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_SESSION_ID",
    "CODEX_SANDBOX",
    "CODEX_THREAD_ID",
    "CURSOR_AGENT",
    "GEMINI_CLI",
    "OPENCODE",
    "AI_AGENT",
    "AGENT",
    "CREDENCE_HOOK",
  ].map((name) => ({
    when: `${name} is set`,
    hints: { env: { [name]: "0" } },
    why: `an agent runs this command (${name} is set)`,
  })),
  ...["claude", "codex", "cursor-agent", "gemini", "opencode", "aider", "goose", "amp"].map((name) => ({
    when: `${name} is above`,
    hints: { ancestors: ["zsh", name, "bash"] },
    why: `an agent runs this command (${name})`,
  })),
];

for (const { when, hints, why } of ROWS) {
  test(`${when}: ${why === null ? "a person is there" : "nobody is there"}`, () => {
    const presence = detectPresence({ ...AT_TERMINAL, ...hints });
    assert.deepEqual(presence, why === null ? { kind: "person" } : { kind: "nobody", why });
  });
}
