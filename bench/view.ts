// What the view of an own root costs, on the processor: the first one, which checks every signature, a full one once they are known,
// and that of one memory, as each act computes it. `--quick` leaves the largest out.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rebuildIndex } from "../src/app/health/rebuild-index.ts";
import { settleFiles } from "../src/app/sets/settle-files.ts";
import { openWorkspace, rootOf } from "../src/app/workspace/workspace.ts";
import { deriveId } from "../src/memory/file/draft.ts";
import { renderMs, renderTable } from "./measure.ts";
import { hintsIn, makeStore, sampleDraft } from "./store-samples.ts";

const SIZES = process.argv.includes("--quick") ? [1_000] : [1_000, 10_000, 100_000];
const FEW = 20;

type Asked = {
  readonly base: string;
  readonly task: "make" | "index" | "full" | "one";
  readonly memories: number;
};

/** In a process of its own: nothing is remembered but what is on disk. */
function ask(asked: Asked): number {
  const args = [import.meta.filename, JSON.stringify(asked)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${asked.task}: ${stderr}`);
  return Number(stdout);
}

function answer({ base, task, memories }: Asked): number {
  if (task === "make") {
    makeStore(base, memories, { kind: "personal" });
    return 0;
  }
  const workspace = openWorkspace(hintsIn(base));
  try {
    const root = rootOf(workspace, "project");
    if (root.kind === "shared") throw new Error("it is no own root");
    if (task === "index") {
      rebuildIndex(workspace, root);
      return 0;
    }
    if (task === "full") return time(() => settleFiles(workspace, root, { changes: [], also: "all" }));
    const idAt = (number: number): string => {
      const { type, name } = sampleDraft(number);
      return deriveId(type, name);
    };
    const settle = (number: number) => () =>
      settleFiles(workspace, root, { changes: [], also: new Set([idAt(number)]) });
    settle(0)();
    const times = Array.from({ length: FEW }, (_, number) => time(settle(number + 1)));
    return times.toSorted((a, b) => a - b)[FEW / 2] ?? Number.NaN;
  } finally {
    workspace.close();
  }
}

function time(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function measure(memories: number): string[] {
  const base = mkdtempSync(join(tmpdir(), "credence-bench-"));
  try {
    // Without a work tree a project has no root of one's own.
    spawnSync("git", ["init", "--quiet", join(base, "project")]);
    const of = { base, memories };
    ask({ ...of, task: "make" });
    const first = ask({ ...of, task: "full" });
    ask({ ...of, task: "index" });
    const again = ask({ ...of, task: "full" });
    const one = ask({ ...of, task: "one" });
    return [String(memories), renderMs(first), renderMs(again), renderMs(one)];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

const [given = ""] = process.argv.slice(2);
if (given.startsWith("{")) console.log(answer(JSON.parse(given)));
else {
  const head = ["memories", "first view", "full view", "one memory"];
  console.log(renderTable([head, ...SIZES.map(measure)]));
}
