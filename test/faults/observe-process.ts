// A drain as a process of its own, to be killed. Its model answers a little differently each time, as models do: for each event
// one candidate that holds the event's own word.

import { setTimeout as sleep } from "node:timers/promises";
import { observeRoot } from "../../src/app/observe/observe-root.ts";
import { openDrain } from "../../src/app/observe/open-drain.ts";
import { openWorkspace, rootOf, type WorkspaceHints } from "../../src/app/workspace/workspace.ts";
import type { Provider } from "../../src/observer/model/provider.ts";

const EVENT = /<event number="(?<number>\d+)"[^>]*>\n<said>(?<word>[a-z]+) /g;

const provider: Provider = {
  name: "openai-compatible",
  ask: async ({ prompt, onUsage }) => {
    await sleep(Math.random() * 20);
    const candidates = [...prompt.matchAll(EVENT)].map(({ groups }) => propose(groups ?? {}));
    const usage = { input: 50, output: 5, cacheCreation: 0 };
    onUsage(usage);
    await sleep(Math.random() * 10);
    return { text: JSON.stringify({ candidates }), usage };
  },
};

function propose({ word = "", number }: Readonly<Record<string, string | undefined>>): object {
  // No two share a run of three words, or they would be one memory.
  const words = Array.from(
    { length: 8 },
    (_, place) => `${word}${place} ${Math.random().toString(36).slice(2)}`,
  );
  return {
    type: "reference",
    category: null,
    name: word,
    description: word,
    tags: [word],
    body: `${word} ${words.join(" ")}`,
    confidence: 0.5,
    evidence: [Number(number)],
    ends: false,
  };
}

export type DrainTask = { readonly hints: WorkspaceHints };

const { hints }: DrainTask = JSON.parse(process.argv[2] ?? "null");
const workspace = openWorkspace(hints);
const setting = await openDrain(workspace, rootOf(workspace, "project"), { env: {}, now: Date.now });
if (setting === null) throw new Error("a provider is chosen");
process.stdout.write("begun\n");
// Killed from outside so often, no batch is poisoned.
const run = await observeRoot({ ...setting, provider, triesMax: 1_000_000 }, hints.home);
workspace.close();
process.stdout.write(`${run?.end ?? "busy"}\n`);
