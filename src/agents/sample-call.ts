// An event whose answer is known: a shell command that writes into machine state, which the guard denies in every project.

import { join } from "node:path";
import { findClient } from "./clients.ts";
import type { ClientName, HookEvent } from "./hook-event.ts";
import { hookWords, type Launch, quoteWords } from "./hook-words.ts";

type Sample = { readonly event: string; readonly input: (command: string, cwd: string) => unknown };

const claude: Sample = {
  event: "PreToolUse",
  input: (command, cwd) => ({
    session_id: "credence-install",
    cwd,
    tool_name: "Bash",
    tool_input: { command },
  }),
};

const SAMPLES: Readonly<Record<ClientName, Sample>> = {
  "claude-code": claude,
  codex: claude,
  cursor: {
    event: "preToolUse",
    input: (command, cwd) => ({
      conversation_id: "credence-install",
      cwd,
      tool_name: "Shell",
      tool_input: { command },
    }),
  },
  gemini: {
    event: "BeforeTool",
    input: (command, cwd) => ({
      session_id: "credence-install",
      cwd,
      tool_name: "run_shell_command",
      tool_input: { command },
    }),
  },
  opencode: {
    event: "tool.execute.before",
    input: (command, directory) => ({
      sessionID: "credence-install",
      directory,
      tool: "bash",
      args: { command },
    }),
  },
};

export type KnownCall = {
  readonly words: readonly string[];
  readonly input: unknown;
  readonly isRight: (answer: unknown) => boolean;
};

export function sampleCall(client: ClientName, launch: Launch, cwd: string): KnownCall {
  const { event, input } = SAMPLES[client];
  const command = `touch ${quoteWords([join(launch.state, "written-by-an-agent")])}`;
  return {
    words: hookWords(launch, client, { event }),
    input: input(command, cwd),
    isRight: (answer) => isDenial(client, answer),
  };
}

const ANY_TOOL: HookEvent = {
  kind: "before-tool",
  tool: "Bash",
  input: null,
  session: null,
  prompt: null,
  cwd: null,
  agent: null,
};

/** The same answer as the codec gives for a denial, whatever its words. */
function isDenial(client: ClientName, answer: unknown): boolean {
  const wanted: unknown = JSON.parse(findClient(client)?.renderAnswer(ANY_TOOL, { denial: "x" }) ?? "null");
  return wanted !== null && shapeOf(answer) === shapeOf(wanted);
}

/** The reasons of a denial differ, its keys and its verdict do not. */
function shapeOf(answer: unknown): string {
  return JSON.stringify(answer, (key, value: unknown) => (/reason|message|denial/i.test(key) ? "" : value));
}
