// What Credence promises inside every client. The rows of table.ts watch each with the real program, docs/compatibility.md is
// made of them, and a client's own file says which it keeps.

export const PROMISES = {
  blocks: "the start block and the block for the prompt reach the model, each once",
  quiet: "a prompt that needs no memory gets none, and the session has its start block",
  resumed: "a session that goes on is told what no longer applies, and keeps what the person said first",
  continued: "a session that goes on has its start block once",
  compacted: "after a compaction the session has its start block again",
  untitled: "a request that only summarizes or finds a title gets no block of its own",
  denied: "a write into a root is refused, by the file tool and by a shell, and one elsewhere is not",
  edited: "a change of a memory by the tool that edits or patches files is refused",
  nested: "code inside a call is refused what a call is",
  guarded: "a subagent is refused what its agent is",
  briefed: "a subagent begins with a short start block",
  offered: "the tools of the MCP server that install registered are offered to the model",
  called: "the model calls a tool of the MCP server, and its answer arrives",
  remembered:
    "what setup teaches the person to say is stored word for word, by the tool that the model is told of, and comes in the next session",
  captured: "of what is captured a secret is taken out, and of a private turn nothing is on disk",
  ended: "the end of a turn is captured with the model's words, and nothing that a hook said is",
  hanging: "a hook that never ends is ended at the limit that install wrote, and the session goes on",
  absent: "without our program the session goes on, and no stack trace is shown",
  restored: "install twice changes nothing more, and uninstall restores every file byte for byte",
} as const satisfies Readonly<Record<string, string>>;

export type PromiseName = keyof typeof PROMISES;

/** Those that one start of a program shows: `npm run verify` watches them too. */
export const WALKED = ["blocks", "denied", "offered"] as const satisfies readonly PromiseName[];

/** Watched with the real program, or why it is not. */
export type Kept = Readonly<Record<PromiseName, "watched" | `no: ${string}` | `elsewhere: ${string}`>>;

const WATCHED = Object.fromEntries(Object.keys(PROMISES).map((name) => [name, "watched"])) as Kept;

/** All of them, but for these. */
export function keeping(others: Partial<Kept> = {}): Kept {
  return { ...WATCHED, ...others };
}
