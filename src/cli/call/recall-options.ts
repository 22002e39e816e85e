import type { Command } from "./command.ts";

/** How `credence recall` is called; what it does is in run-recall.ts, because two processes do it. */
export const RECALL_OPTIONS: Omit<Command, "run"> = {
  name: "recall",
  summary: "Print what an agent gets for a prompt, or nothing",
  usage: ["recall --prompt TEXT [--limit N]", "recall --session-start"],
  options: {
    prompt: { type: "string", value: "TEXT", help: "what the person asked; - reads it from stdin" },
    limit: { type: "string", value: "N", help: "at most so many, within what the settings allow" },
    "session-start": { type: "boolean", help: "what a session begins with" },
    session: { type: "string", value: "ID", help: "the client's name of the session, for the receipt" },
    "prompt-id": { type: "string", value: "ID", help: "the client's name of the prompt, for the receipt" },
  },
  examples: ["credence recall --prompt 'which package manager do we use?'"],
};
