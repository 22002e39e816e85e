// What waits, as the index tells it, is what a look at every file tells, whatever happened to the files.

import assert from "node:assert/strict";
import { appendFileSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { fileRequest, readRequests } from "../../../src/app/change/requests.ts";
import { walkStanding } from "../../../src/app/index/walk-standing.ts";
import { listAcknowledged } from "../../../src/app/memories/law.ts";
import { learnOfRemoved, loadFiles, walkMemories } from "../../../src/app/memories/list-memories.ts";
import { type LoadedMemory, loadPresent } from "../../../src/app/memories/load-memory.ts";
import { reviewQueue } from "../../../src/app/review/queue.ts";
import { describeStatus } from "../../../src/app/status/status.ts";
import { findFlagged } from "../../../src/app/survey/look-closely.ts";
import {
  addObserved,
  describeObserved,
  NONE_OBSERVED,
  observedUntil,
} from "../../../src/app/survey/observed.ts";
import { reviewReasons } from "../../../src/app/survey/reasons.ts";
import { findRivals } from "../../../src/app/survey/record.ts";
import { rootOf, type Workspace } from "../../../src/app/workspace/workspace.ts";
import { digestMemory } from "../../../src/memory/file/digest.ts";
import { parseMemory } from "../../../src/memory/file/parse-memory.ts";
import { nameBeside } from "../../../src/memory/law/sets/view.ts";
import { STANDINGS } from "../../../src/memory/memory.ts";
import { listOneOfEach } from "../../../src/store/memory-files.ts";
import { IS_DEEP } from "../../deep.ts";
import { type AuditProject, auditProject, type Planted } from "../../fixture/audit-project.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { FLAGGED } from "./review-sample.ts";

const DAY = 86_400_000;
/** Later than every file is made: no file is so young that it is read anyway. */
const BEGIN = Date.now() + DAY;
const IDS = ["project_a", "project_b"] as const;

const ids = fc.constantFrom(...IDS);
const action = fc.record({
  kind: fc.constantFrom(
    ...(["plant", "plant", "plant", "propose", "archive", "dictate", "flag", "pair"] as const),
    ...(["edit", "spoil", "conflict", "remove", "quarantine", "wish"] as const),
  ),
  id: ids,
  other: ids,
  by: fc.constantFrom("machine", "person", "nobody"),
  daysAgo: fc.constantFrom(1, 20, 300),
  daysPass: fc.constantFrom(0, 0, 1, 10, 40),
});
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

/** What a few random actions seldom make: each of two memories has to do with the other, or a person was asked before. */
const EXAMPLES: readonly (readonly Pick<Action, "kind" | "by">[])[] = [
  [
    { kind: "plant", by: "machine" },
    { kind: "pair", by: "machine" },
    { kind: "remove", by: "machine" },
  ],
  [
    { kind: "plant", by: "person" },
    { kind: "pair", by: "person" },
    { kind: "edit", by: "person" },
  ],
  [
    { kind: "plant", by: "person" },
    { kind: "archive", by: "machine" },
  ],
  [
    { kind: "plant", by: "person" },
    { kind: "quarantine", by: "machine" },
    { kind: "plant", by: "machine" },
    { kind: "edit", by: "machine" },
  ],
  [
    { kind: "plant", by: "person" },
    { kind: "wish", by: "machine" },
    { kind: "flag", by: "machine" },
    { kind: "flag", by: "person" },
  ],
];

const PAIRED: Action[] = [
  { kind: "pair", by: "person", id: "project_a", other: "project_a", daysAgo: 1, daysPass: 0 },
  { kind: "plant", by: "machine", id: "project_a", other: "project_a", daysAgo: 1, daysPass: 0 },
];

const exampleOf = (kinds: readonly Pick<Action, "kind" | "by">[], daysAgo: Action["daysAgo"]): [Action[]] => [
  kinds.map((each) => ({ id: "project_a", other: "project_b", daysAgo, daysPass: 1, ...each })),
];
const PROPOSED: Action[] = [
  { kind: "plant", by: "person", id: "project_a", other: "project_b", daysAgo: 1, daysPass: 0 },
  { kind: "propose", by: "machine", id: "project_b", other: "project_a", daysAgo: 1, daysPass: 0 },
  { kind: "remove", by: "machine", id: "project_a", other: "project_a", daysAgo: 1, daysPass: 0 },
];

const EXTRA: Partial<Record<Action["kind"], (of: Action) => Planted>> = {
  plant: () => ({}),
  propose: ({ other }) => ({ extra: [`supersedes: ${other}`] }),
  archive: () => ({ extra: ["status: archived"] }),
  dictate: () => ({ extra: ["origin: dictated"] }),
  flag: () => ({ body: FLAGGED }),
};

async function act(project: AuditProject, done: Action, now: number): Promise<void> {
  const { kind, id, by, daysAgo } = done;
  const file = join(project.root, "memories", `${id}.md`);
  const time = new Date(now - daysAgo * DAY).toISOString().replace(/\.\d+/, "");
  const planted = EXTRA[kind]?.(done);
  if (planted !== undefined) return project.plant(id, { by, time, ...planted });
  if (kind === "spoil") writeFileSync(file, "no frontmatter");
  else if (kind === "conflict")
    writeFileSync(file, memoryText({ body: "<<<<<<< a\nA\n=======\nB\n>>>>>>> b" }));
  else if (kind === "pair") await plantSecond(project, id, { by, time });
  else if (!existsSync(file)) return;
  else if (kind === "edit") appendFileSync(file, "One more line.\n");
  else if (kind === "remove") rmSync(file);
  else if (kind === "quarantine") renameSync(file, join(project.root, "quarantine", `${id}.md`));
  else await wish(project, id, time);
}

async function plantSecond(project: AuditProject, id: string, planted: Planted): Promise<void> {
  const parts: Planted = { ...planted, name: "Another", body: "Kept beside it by a merge." };
  const tier = planted.by === "person" ? "verified" : "inferred";
  const extra = planted.by === "person" ? ["last-verified: 2026-05-01"] : [];
  // The digest of a text does not depend on the id under which it lies.
  const parsed = parseMemory(memoryText({ ...parts, tier, extra, description: "Of a pair" }));
  assert.ok(parsed.kind === "memory");
  const second = nameBeside({ id, digest: digestMemory(parsed.memory) });
  await project.plant(second, { ...parts, description: "Of a pair" });
}

async function wish(project: AuditProject, id: string, now: string): Promise<void> {
  const workspace = await project.open({ now });
  const loaded = loadPresent(workspace, rootOf(workspace, "project"), { id });
  if (loaded !== null) fileRequest(workspace, loaded, { command: "retire", reason: null });
}

type Told = {
  readonly standings: Record<string, number>;
  readonly waiting: Record<string, number>;
  readonly observed: unknown;
  /** What a review lists, sorted. */
  readonly queue: readonly string[];
  readonly byStanding: readonly string[];
};

async function tellByIndex(workspace: Workspace): Promise<Told> {
  const { standings, waiting, observed } = await describeStatus(workspace, []);
  const queue = await reviewQueue(workspace);
  return {
    ...{ standings, observed },
    waiting: Object.fromEntries(Object.entries(waiting).filter(([, count]) => count > 0)),
    queue: queue.map(({ target, reasons }) => `${target.file.id} ${reasons.map(({ kind }) => kind)}`).sort(),
    byStanding: STANDINGS.flatMap((standing) =>
      [...walkStanding(workspace, standing)].map(({ file }) => `${standing} ${file.directory}/${file.id}`),
    ).sort(),
  };
}

async function tellByReading(workspace: Workspace): Promise<Told> {
  const standings: Record<string, number> = Object.fromEntries(STANDINGS.map((each) => [each, 0]));
  const [queue, byStanding] = [new Map<string, readonly string[]>(), [] as string[]];
  let observed = NONE_OBSERVED;
  for (const root of workspace.roots) {
    const files = listOneOfEach(root.path);
    learnOfRemoved(workspace, root, files);
    for (const loaded of loadFiles(workspace, root, files)) {
      standings[loaded.standing.standing] = (standings[loaded.standing.standing] ?? 0) + 1;
      observed = addObserved(observed, observedUntil(loaded, workspace));
    }
    for (const loaded of walkMemories(workspace, [root])) {
      const { file, standing } = loaded;
      byStanding.push(`${standing.standing} ${file.directory}/${file.id}`);
      const acknowledged = listAcknowledged(loaded);
      const flags = (await findFlagged(loaded)).rules.filter((rule) => !acknowledged.has(rule));
      const kinds = reasonsFor(workspace, loaded, flags);
      if (kinds.length > 0) queue.set(file.id, kinds);
    }
    // A pair is one decision, with the second.
    for (const { pair } of [...walkMemories(workspace, [root])].map((each) => findRivals(workspace, each)))
      queue.delete(pair?.file.id ?? "");
  }
  const counts = Map.groupBy(queue.values(), ([kind]) => kind ?? "");
  return {
    ...{ standings, observed: describeObserved(observed) },
    waiting: Object.fromEntries([...counts].map(([kind, { length }]) => [kind, length])),
    queue: [...queue].map(([id, kinds]) => `${id} ${kinds}`).sort(),
    byStanding: byStanding.sort(),
  };
}

function reasonsFor(workspace: Workspace, loaded: LoadedMemory, flags: readonly string[]): string[] {
  const { root, file } = loaded;
  const news = {
    requests: readRequests(root).filter(({ id }) => id === file.id),
    ...{ moved: null, flags, ...findRivals(workspace, loaded) },
  };
  return reviewReasons(loaded, news, workspace).map(({ kind }) => kind);
}

test("whatever happened to the files, the index and the files tell the same of what waits", async (t) => {
  const told = fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 8 }), async (actions) => {
    const project = auditProject(t);
    let now = BEGIN;
    for (const done of actions) {
      now += done.daysPass * DAY;
      await act(project, done, now);
      const workspace = await project.open({ now: new Date(now).toISOString() });
      const byIndex = await tellByIndex(workspace);
      assert.deepEqual(byIndex, await tellByReading(workspace));
      workspace.close();
    }
  });
  const examples = [
    ...EXAMPLES.flatMap((each) => [exampleOf(each, 1), exampleOf(each, 20)]),
    [PROPOSED],
    [PAIRED],
  ];
  await fc.assert(told, { numRuns: examples.length + (IS_DEEP ? 300 : 4), examples });
});
