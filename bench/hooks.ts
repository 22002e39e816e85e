// How long an agent waits for a hook: whole processes, started as a client starts them, beside bare `node` in the same run.

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Places, withBuiltStore } from "./built-store.ts";
import { renderMs, renderTable } from "./measure.ts";
import { IDLE_PROMPT } from "./speed-samples.ts";
import { promptOf } from "./speed-task.ts";

const MEMORIES = 10_000;
const ROUNDS = 31;

export type Hook = {
  readonly name: string;
  readonly words: readonly string[];
  readonly input: object;
  /** How many memories it must show: otherwise something else is measured. */
  readonly shows?: number;
  /** Times bare node, where there is a budget. */
  readonly budget: number | null;
};

const TOOL = { tool_name: "Bash", tool_input: { command: "npm test && git status --short" } };
const HOOK = ["hook", "claude-code"];
const RECALL = [...HOOK, "UserPromptSubmit", "--only", "recall"];
/** Those that take no word of a memory. */
const WHATEVER_IS_STORED: readonly Hook[] = [
  {
    name: "end of a turn",
    words: [...HOOK, "Stop"],
    input: { last_assistant_message: "done" },
    budget: null,
  },
  { name: "session start", words: [...HOOK, "SessionStart"], input: { source: "startup" }, budget: 3 },
  { name: "status line, after each message", words: ["statusline"], input: {}, budget: null },
];

export const listHooks = (memories: number): readonly Hook[] => [
  {
    name: "prompt, five memories shown",
    words: RECALL,
    input: { prompt: promptOf(memories, 1) },
    shows: 5,
    budget: 2,
  },
  {
    name: "prompt, words met and nothing shown",
    words: RECALL,
    input: { prompt: IDLE_PROMPT },
    shows: 0,
    budget: 1.75,
  },
  {
    name: "prompt, no word met",
    words: RECALL,
    input: { prompt: "please run the tests again and fix what fails" },
    shows: 0,
    budget: 1.5,
  },
  { name: "guard", words: [...HOOK, "PreToolUse"], input: TOOL, budget: 1.35 },
  {
    name: "prompt, capture (nobody waits)",
    words: [...HOOK, "UserPromptSubmit", "--only", "capture"],
    input: { prompt: promptOf(memories, 2) },
    budget: null,
  },
  {
    name: "tool, capture (nobody waits)",
    words: [...HOOK, "PostToolUse"],
    input: { ...TOOL, tool_response: { stdout: "all passed" } },
    budget: null,
  },
  ...WHATEVER_IS_STORED,
];

type Ended = { readonly ms: number; readonly stdout: string };

export function timeProcess(args: readonly string[], { base }: Places, input = ""): Ended {
  const env = { PATH: process.env["PATH"], HOME: join(base, "home") };
  const start = performance.now();
  const options = { env, cwd: join(base, "project"), input, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  const ms = performance.now() - start;
  if (status !== 0 || stderr !== "") throw new Error(`${args.join(" ")}: ${status} ${stderr}`);
  return { ms, stdout };
}

export function timeHook({ name, words, input, shows }: Hook, places: Places): number {
  const { dist, base } = places;
  const [state, cache] = [join(base, "credence/state"), join(base, "credence/cache")];
  const script = join(dist, "credence.cjs");
  const args = [script, ...words, "--state", state, "--cache", cache];
  const ids = { session_id: randomUUID(), prompt_id: randomUUID() };
  const event = JSON.stringify({ ...ids, cwd: join(base, "project"), ...input });
  const { ms, stdout } = timeProcess(args, places, event);
  const shown = stdout.split("\\n- [").length - 1;
  if (shows !== undefined && shown !== shows) throw new Error(`${name}: ${shown} memories were shown`);
  return ms;
}

export function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** One round of each, over and over, so that whatever else the machine does happens to all of them. */
function measureAll(places: Places): string[][] {
  const hooks = listHooks(MEMORIES);
  for (const hook of hooks) for (let warm = 0; warm < 2; warm += 1) timeHook(hook, places);
  const bare: number[] = [];
  const times = hooks.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(timeProcess(["-e", "0"], places).ms);
    for (const [place, hook] of hooks.entries()) times[place]?.push(timeHook(hook, places));
  }
  const base = median(bare);
  const rows = hooks.map(({ name, budget }, place) => {
    const ms = median(times[place] ?? []);
    return [name, renderMs(ms), (ms / base).toFixed(2), budget === null ? "" : budget.toFixed(2)];
  });
  return [["bare node", renderMs(base), "1.00", ""], ...rows];
}

/** As where a person said yes: otherwise a hook that captures does nothing. */
function allowCapture({ base }: Places): void {
  const config = join(base, "credence/state/config.json");
  writeFileSync(config, JSON.stringify({ capture: { enabled: true } }));
}

if (import.meta.main)
  await withBuiltStore(MEMORIES, (places) => {
    allowCapture(places);
    console.log(`${MEMORIES} memories, medians of ${ROUNDS}`);
    console.log(renderTable([["", "p50", "x bare node", "budget"], ...measureAll(places)]));
  });
