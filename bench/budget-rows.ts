// The rows of the table of budgets for a store of one size, each with what was measured and whether it is within its budget.

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ASIDE_JUDGED_MAX } from "../src/app/survey/look-closely.ts";
import type { Places } from "./built-store.ts";
import { listHooks, median, timeHook, timeProcess } from "./hooks.ts";
import { endSession, residentMb, startSession } from "./mcp-session.ts";
import { type Measured, renderMs } from "./measure.ts";
import { noteDraft } from "./speed-samples.ts";
import { memoriesIn, promptOf, type Times } from "./speed-task.ts";

export type Row = {
  readonly what: string;
  readonly measured: string;
  readonly budget: string;
  /** Null where there is no budget at this size, or for a rival. */
  readonly isWithin: boolean | null;
};

const ROUNDS = 11;

function quantile(times: readonly number[], share: number): number {
  return (
    times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
    Number.NaN
  );
}

/** Whole processes beside bare node, one round of each, over and over. */
export function hookRows(places: Places, memories: number): Row[] {
  const hooks = listHooks(memories).filter(({ budget }) => budget !== null);
  // A store of a hundred is too small for some of them to show what they should.
  const shown = hooks.map(({ shows: _, ...hook }) => hook);
  for (const hook of shown) for (let warm = 0; warm < 2; warm += 1) timeHook(hook, places);
  const bare: number[] = [];
  const times = shown.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(timeProcess(["-e", "0"], places).ms);
    for (const [place, hook] of shown.entries()) times[place]?.push(timeHook(hook, places));
  }
  const isLarge = memories > 10_000;
  return shown.map(({ name, budget }, place) => {
    const ratio = median(times[place] ?? []) / median(bare);
    const most = name === "session start" && isLarge ? 6 : (budget ?? 0);
    return rowOf(name, `${ratio.toFixed(2)} x bare node`, [`${most} x`, ratio <= most]);
  });
}

function rowOf(what: string, measured: string, [budget, isWithin]: readonly [string, boolean | null]): Row {
  return { what, measured, budget, isWithin };
}

export type RunTask = (task: string) => Times;

/** Inside one process, with the rivals below. */
export function queryRows(run: RunTask, memories: number, base: string): Row[] {
  const ours = run("query");
  const p95 = quantile(ours.cpuMs, 0.95);
  const rss = `${ours.rssMb.toFixed(0)} MB`;
  const rival = (what: string, times: readonly number[]): Row =>
    rowOf(`  ${what}`, `${renderMs(quantile(times, 0.5))} / ${renderMs(quantile(times, 0.95))}`, ["", null]);
  return [
    rowOf(
      "recall in the process, p50 / p95 of processor time",
      `${renderMs(quantile(ours.cpuMs, 0.5))} / ${renderMs(p95)}, ${rss}`,
      ["p95 20 ms", p95 <= 20],
    ),
    rival("plain FTS5, kept", run("query-fts5").cpuMs),
    ...(memories > 10_000 ? [] : [rival("S2, as its document has it", run("query-naively").cpuMs)]),
    ...grepTimes(memories, base).map((times) => rival("ripgrep for any of the words", times)),
  ];
}

/** None where ripgrep is not installed. */
function grepTimes(memories: number, base: string): number[][] {
  if (spawnSync("rg", ["--version"]).error !== undefined) return [];
  const ms = Array.from({ length: ROUNDS }, (_, round) => {
    const words = promptOf(memories, round)
      .split(/\W+/)
      .filter((word) => word.length > 2);
    const began = performance.now();
    spawnSync("rg", ["-il", ...words.flatMap((word) => ["-e", word]), memoriesIn(base)], { stdio: "ignore" });
    return performance.now() - began;
  });
  return [ms];
}

export function indexRows(run: RunTask, memories: number): Row[] {
  const query = quantile(run("query").cpuMs, 0.5);
  const more = (task: string, most: number): Row => {
    const ms = Math.max(0, quantile(run(task).cpuMs, 0.5) - query);
    return rowOf(`recall after ${task} of one memory`, `${renderMs(ms)} more`, [
      `${most} ms more`,
      ms <= most,
    ]);
  };
  const rate = (memories / quantile(run("rebuild").cpuMs, 0)) * 1_000;
  return [
    rowOf("rebuild", `${rate.toFixed(0)} per second of processor time`, [
      "5 000",
      memories < 1_000 ? null : rate >= 5_000,
    ]),
    more("rewrite", 5),
    more("update", 10),
  ];
}

/** Commands that a person waits for: time on the processor, and the most memory. */
const COMMANDS: readonly { readonly words: readonly string[]; readonly seconds: number }[] = [
  { words: ["list"], seconds: 1 },
  { words: ["status"], seconds: 1 },
  { words: ["review", "--json"], seconds: 1 },
  { words: ["doctor"], seconds: 1 },
  { words: ["audit", "--dry-run", "--json"], seconds: 60 },
];

export function commandRows(places: Places): Row[] {
  return COMMANDS.map(({ words, seconds }) => {
    // What is judged or verified once in its life is not what somebody waits for each time.
    if (seconds === 1) runCommand(places, words);
    const { ms, rssMb } = runCommand(places, words);
    const measured = `${renderMs(ms)} of processor time, ${rssMb.toFixed(0)} MB`;
    return rowOf(words.join(" "), measured, [`${seconds} s`, ms <= seconds * 1_000]);
  });
}

/** The first commands after an upgrade brought new rules, and one piece of what is judged aside. */
export function newRulesRows(places: Places, run: RunTask, memories: number): Row[] {
  run("old-rules");
  const pieces = Math.ceil(memories / ASIDE_JUDGED_MAX);
  return [["status"], ["review", "--json"], ["index", "--cited"]].map((words) => {
    const { ms, rssMb } = runCommand(places, words);
    const what = words[0] === "index" ? `judging aside, one of ${pieces}` : `${words.join(" ")}, first`;
    return rowOf(`new rules: ${what}`, `${renderMs(ms)} of processor time, ${rssMb.toFixed(0)} MB`, [
      "",
      null,
    ]);
  });
}

/** Loaded into a process that is measured: as it ends, its time on the processor and the most memory go into a file. */
const PRINT_CPU = `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from "node:fs";
  process.once("exit", () => {
    const { user, system } = process.cpuUsage();
    const rssMb = process.resourceUsage().maxRSS / 1024;
    writeFileSync(process.env.BENCH_CPU_FILE, JSON.stringify({ ms: (user + system) / 1000, rssMb }));
  });`)}`;

export function runCommand({ dist, base }: Places, words: readonly string[], project = "project"): Measured {
  const file = join(base, "cpu.json");
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", PRINT_CPU, join(dist, "credence.cjs"), ...words],
    {
      cwd: join(base, project),
      env: {
        ...{ PATH: process.env["PATH"], HOME: join(base, "home"), BENCH_CPU_FILE: file },
        CREDENCE_HOME: join(base, project === "project" ? "credence" : `credence-${project}`),
      },
      encoding: "utf8",
      maxBuffer: 1024 * 1024 * 1024,
    },
  );
  if (status === null || status > 3) throw new Error(`${words.join(" ")}: ${status} ${stderr.slice(-500)}`);
  const measured: Measured = JSON.parse(readFileSync(file, "utf8"));
  return measured;
}

const IMPORTED_MAX = 10_000;

/** Into a root of its own, on the disk that the store is on. */
export function importRow(places: Places, memories: number): Row {
  const count = Math.min(memories, IMPORTED_MAX);
  const [notes, project] = [join(places.base, "notes"), join(places.base, "imported")];
  for (const directory of [notes, project]) mkdirSync(directory, { recursive: true });
  for (let number = 0; number < count; number += 1) {
    const { name, description, body } = noteDraft(number);
    const head = `---\nname: ${name}\ndescription: ${description}\ntype: project\n---\n`;
    writeFileSync(join(notes, `project_note_${number}.md`), `${head}\n${body}`);
  }
  runCommand(places, ["init", "--test-state"], "imported");
  const began = performance.now();
  const { ms, rssMb } = runCommand(places, ["import", "markdown", notes, "--execute"], "imported");
  const wall = performance.now() - began;
  for (const directory of [notes, project]) rmSync(directory, { recursive: true });
  const rate = (count / wall) * 1_000;
  const measured = `${rate.toFixed(0)} per second, ${renderMs(ms)} of processor time, ${rssMb.toFixed(0)} MB`;
  return rowOf(`import of ${count}`, measured, ["1 000", count < 1_000 ? null : rate >= 1_000]);
}

const CALLS = 200;

export async function serverRows(places: Places, memories: number): Promise<Row[]> {
  const [ready, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const started = await startSession(places);
    ready.push(performance.now() - began);
    await endSession(started);
    bare.push(timeProcess(["-e", "0"], places).ms);
  }
  const session = await startSession(places);
  const times: number[] = [];
  for (let number = 0; number < CALLS; number += 1) {
    const given = {
      hook: true,
      query: promptOf(memories, number),
      session: "bench",
      prompt_id: randomUUID(),
    };
    const began = performance.now();
    await session.ask("tools/call", { name: "memory_search", arguments: given });
    times.push(performance.now() - began);
  }
  const resident = residentMb(session);
  await endSession(session);
  const ratio = median(ready) / median(bare);
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  return [
    rowOf("prompt by the MCP server, p50 / p95", `${renderMs(p50)} / ${renderMs(p95)}`, [
      "10 / 25 ms",
      p50 <= 10 && p95 <= 25,
    ]),
    rowOf("MCP server ready", `${ratio.toFixed(2)} x bare node`, ["4 x", ratio <= 4]),
    rowOf("MCP server, resident", `${resident.toFixed(0)} MB`, ["90 MB", resident < 90]),
  ];
}
