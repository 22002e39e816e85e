// The MCP server as a session has it: how soon it is ready beside bare `node`, how long a call takes, and what it holds in
// memory after thousands of them. `node bench/mcp.ts [MEMORIES] [CALLS]`.

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { replaceFile } from "../src/store/durable.ts";
import { type Places, withBuiltStore } from "./built-store.ts";
import { endSession, processorMs, residentMb, type Session, startSession } from "./mcp-session.ts";
import { renderMs, renderTable } from "./measure.ts";
import { promptOf } from "./speed-task.ts";

const MEMORIES = Number(process.argv[2] ?? 10_000);
const CALLS = Number(process.argv[3] ?? 10_000);
const STARTS = 21;
const SAVES = 25;
/** Long enough that the server has given back what it does not need. */
const PAUSE_MS = 3_000;

async function timeStart(places: Places): Promise<number> {
  const began = performance.now();
  const session = await startSession(places);
  const ms = performance.now() - began;
  await endSession(session);
  return ms;
}

function timeBare(): number {
  const began = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return performance.now() - began;
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
}

type ToolCall = { readonly kind: string; readonly name: string; readonly arguments: object };

/** What a session asks: mostly its prompts, then searches, and now and then what is around a day. */
function callOf(number: number): ToolCall {
  const query = promptOf(MEMORIES, number);
  if (number % 4 === 3) return { kind: "search", name: "memory_search", arguments: { query } };
  if (number % 40 === 2) return { kind: "status", name: "memory_status", arguments: {} };
  if (number % 20 === 2) {
    return { kind: "timeline", name: "memory_timeline", arguments: { around: "2026-05-01" } };
  }
  const ids = { session: "bench", prompt_id: randomUUID() };
  return { kind: "prompt hook", name: "memory_search", arguments: { hook: true, query, ...ids } };
}

/** The first loads the validators. A minute allows 30. */
async function timeSaves(session: Session, base: string): Promise<string[][]> {
  const [saves, bare]: [number[], number[]] = [[], []];
  let processor = 0;
  for (let number = 0; number <= SAVES; number += 1) {
    const name = `Saved over MCP ${number} ${randomUUID().slice(0, 8)}`;
    const body = `What is to be known about ${name}, in enough words to be a memory.`;
    const draft = { type: "project", name, description: `About ${name}`, body };
    bare.push(writeThree(base));
    const [began, before] = [performance.now(), processorMs(session)];
    await session.ask("tools/call", { name: "memory_save", arguments: draft });
    saves.push(performance.now() - began);
    if (number > 0) processor += processorMs(session) - before;
  }
  const [save, least] = [quantile(saves.slice(1), 0.5), quantile(bare, 0.5)];
  const ratio = (save / least).toFixed(1);
  return [
    ["save, p50, x three bare durable writes", `${ratio} (${renderMs(save)} / ${renderMs(least)})`, "6"],
    ["save, processor time", renderMs(processor / SAVES), ""],
  ];
}

/** As much as a save has to write: files that survive a power loss. */
function writeThree(base: string): number {
  const began = performance.now();
  for (let number = 0; number < 3; number += 1)
    replaceFile(join(base, `bare-${number}`), "x".repeat(1_200), 0o600);
  return performance.now() - began;
}

async function measureCalls(places: Places): Promise<string[][]> {
  const session = await startSession(places);
  const atStart = residentMb(session);
  const saves = await timeSaves(session, places.base);
  const times = new Map<string, number[]>();
  const processor = new Map<string, number>();
  const resident: number[] = [];
  for (let number = 0; number < CALLS; number += 1) {
    const { kind, ...call } = callOf(number);
    const [began, before] = [performance.now(), processorMs(session)];
    await session.ask("tools/call", call);
    times.set(kind, [...(times.get(kind) ?? []), performance.now() - began]);
    processor.set(kind, (processor.get(kind) ?? 0) + processorMs(session) - before);
    if (number % Math.ceil(CALLS / 20) === 0) resident.push(residentMb(session));
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  const atRest = residentMb(session);
  await endSession(session);
  const half = Math.ceil(resident.length / 2);
  const growth = Math.max(...resident.slice(half)) - Math.max(...resident.slice(1, half));
  const inMb = (mb: number): string => `${mb.toFixed(0)} MB`;
  return [
    ...[...times].map(([kind, ms]) => [
      `${kind}, p50 / p95`,
      `${renderMs(quantile(ms, 0.5))} / ${renderMs(quantile(ms, 0.95))}`,
      BUDGETS[kind] ?? "",
    ]),
    ...[...times].map(([kind, ms]) => [
      `${kind}, processor time`,
      renderMs((processor.get(kind) ?? 0) / ms.length),
      "",
    ]),
    ...saves,
    ["resident, ready", inMb(atStart), ""],
    ["resident, most while busy", inMb(Math.max(...resident)), "90 MB"],
    ["resident, after a pause", inMb(atRest), ""],
    ["growth, second half of the calls", `${growth.toFixed(1)} MB`, ""],
  ];
}

const BUDGETS: Readonly<Record<string, string>> = { "prompt hook": "10 ms", search: "20 ms / 50 ms" };

async function measureStart(places: Places): Promise<string[]> {
  for (let warm = 0; warm < 2; warm += 1) await timeStart(places);
  const [ready, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < STARTS; round += 1) {
    ready.push(await timeStart(places));
    bare.push(timeBare());
  }
  const ratio = quantile(ready, 0.5) / quantile(bare, 0.5);
  return ["ready, x bare node", `${ratio.toFixed(2)} (${renderMs(quantile(ready, 0.5))})`, "4"];
}

await withBuiltStore(MEMORIES, async (places) => {
  const rows = [await measureStart(places), ...(await measureCalls(places))];
  console.log(`${MEMORIES} memories, ${CALLS} calls`);
  console.log(renderTable([["", "", "budget"], ...rows]));
});
