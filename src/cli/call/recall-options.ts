import type { Command } from "./command.ts";

/** How `credence recall` is called; what it does is in cli/work/recall.ts, because two processes do it. */
export const RECALL_OPTIONS: Omit<Command, "run"> = {
  name: "recall",
  summary: "Print what an agent gets for a prompt, if anything",
  usage: ["recall --prompt TEXT [--limit N]", "recall --session-start"],
  options: {
    prompt: { type: "string", value: "TEXT", help: "the person's prompt; - reads it from stdin" },
    limit: { type: "string", value: "N", help: "at most N, within the limits of the settings" },
    "session-start": { type: "boolean", help: "the block a session starts with" },
    session: { type: "string", value: "ID", help: "the client's session id, for the receipt" },
    "prompt-id": { type: "string", value: "ID", help: "the client's prompt id, for the receipt" },
  },
  examples: ["credence recall --prompt 'which package manager do we use?'"],
};
