// However things stand, every surface says the same number of what waits for a person: the length of the review's list.

import assert from "node:assert/strict";
import { appendFileSync, copyFileSync, cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createPageCache } from "../../../src/app/page/known/cache.ts";
import { listView } from "../../../src/app/page/list-view.ts";
import { overviewView } from "../../../src/app/page/overview-view.ts";
import { queueView } from "../../../src/app/page/queue-view.ts";
import { startSession } from "../../../src/app/session/start-session.ts";
import { surveyStore } from "../../../src/app/status/survey-store.ts";
import { rootOf } from "../../../src/app/workspace/workspace.ts";
import { digestMemory } from "../../../src/memory/file/digest.ts";
import { parseMemory } from "../../../src/memory/file/parse-memory.ts";
import { nameBeside } from "../../../src/memory/law/sets/view.ts";
import {
  type AuditProject,
  auditProject,
  type Planted,
  plantedProject,
} from "../../fixture/audit-project.ts";
import { git } from "../../fixture/git-repository.ts";
import { ledgerOf } from "../../fixture/ledger-file.ts";
import { memoryText } from "../../fixture/memory-text.ts";
import { signUnjudged } from "../../fixture/sign-unjudged.ts";
import type { Owner } from "../../temp-dir.ts";
import { ALL, AROUND } from "../page/open-page.ts";
import { FLAGGED } from "../review/review-sample.ts";

const DAY = 86_400_000;
/** Later than every file is made: no file is so young that it is read anyway. */
const NOW = Date.now() + 40 * DAY;
const ago = (days: number): string => new Date(NOW - days * DAY).toISOString().replace(/\.\d+/, "");
const now = ago(0);

/** What every surface says of the same project, in numbers. */
async function count(owner: Owner, project: AuditProject): Promise<Record<string, number>> {
  const ask = async (...args: string[]) => (await project.call(args, { now })).stdout;
  const sum = (numbers: object): number => Object.values(numbers).reduce((all, each) => all + each, 0);
  const json: { waiting: Record<string, number> } = JSON.parse(await ask("status", "--json"));
  const line = (await ask("status")).split("\n").find((each) => each.startsWith("waiting ")) ?? "";
  const workspace = await project.open({ now, person: true });
  const cache = createPageCache();
  owner.after(cache.close);
  const queue = await queueView(workspace, cache);
  const session = (
    await startSession(await project.open({ now }), {
      ...{ session: "s", continues: false, tellsPerson: () => true },
    })
  ).lines[0];
  const stored = surveyStore(await project.open({ now })).roots;
  return {
    "status --json": sum(json.waiting),
    status: sum([...line.matchAll(/\b\d+(?= [a-z])/g)].map(Number)),
    "review --json": JSON.parse(await ask("review", "--json")).length,
    "audit --json": (await project.audit(["--dry-run"], { now })).waiting.length,
    "queue of the page": queue.waiting,
    "items of the page": queue.items.length + queue.more,
    "overview of the page": (await overviewView(workspace, cache, AROUND)).waiting,
    "session line": Number(/(\d+) waits?: credence review/.exec(session ?? "")?.[1] ?? 0),
    memory_status: stored.reduce((all, { waiting }) => all + sum(waiting), 0),
  };
}

async function plantSecond(project: AuditProject, id: string): Promise<void> {
  const parts: Planted = { name: "Another", body: "Kept beside it by a merge.", description: "Of a pair" };
  const parsed = parseMemory(memoryText(parts));
  assert.ok(parsed.kind === "memory");
  const second = nameBeside({ id, digest: digestMemory(parsed.memory) });
  await project.plant(second, { ...parts, time: ago(1) });
}

/** Those that wait, beside the second of a pair. */
const WAITING =
  `audit broken buried bytes candidate changed conflict dictated disputed due edited finding flagged
  foreign hidden lowered moved proposal rolled stale strange twin vanishing wished`.split(/\s+/);

type Hands = {
  readonly fileOf: (id: string, directory?: string) => string;
  readonly person: (id: string, days: number, more?: Planted) => Promise<void>;
  readonly machine: (id: string, days: number, more?: Planted) => Promise<void>;
  readonly done: (args: readonly string[], days: number) => Promise<void>;
};

function handsIn(project: AuditProject): Hands {
  return {
    fileOf: (id, directory = "memories") => join(project.root, directory, `${id}.md`),
    person: (id, days, more = {}) => project.plant(id, { by: "person", time: ago(days), ...more }),
    machine: (id, days, more = {}) => project.plant(id, { time: ago(days), ...more }),
    done: async (args, days) => {
      const { exit, stderr } = await project.call(args, { now: ago(days) });
      assert.equal(exit, 0, stderr);
    },
  };
}

/** Nobody is asked about these. */
async function plantSettled({ person, machine, done }: Hands): Promise<void> {
  await person("project_fact", 1);
  await machine("project_young", 1);
  await person("project_retired", 1);
  await done(["retire", "project_retired", "--as-test-person"], 1);
  await person("project_archived", 1);
  await done(["archive", "project_archived", "--as-test-person"], 1);
  await machine("project_passive", 3);
  await done(["demote", "project_passive", "--reason", "no"], 2);
  await person("project_target", 1);
  await person("project_first", 1, { body: "The first of a pair." });
}

async function plantWaiting(project: AuditProject, { person, machine, done }: Hands): Promise<void> {
  await machine("project_due", 20);
  // What contradicts a fact is decided about with it, also where it waits by itself.
  await person("project_disputed", 1, { body: "Deploys of Larkspur happen on Tuesdays." });
  await machine("project_rival", 20, { body: "Deploys of Larkspur happen on Mondays." });
  await machine("project_dictated", 1, { extra: ["origin: dictated"] });
  await machine("project_flagged", 1, { body: FLAGGED });
  await person("project_finding", 1, { body: FLAGGED });
  await person("project_stale", 300);
  await person("project_lowered", 1, { tier: "inferred" });
  await person("project_hidden", 1, { extra: ["status: archived"] });
  await person("project_vanishing", 1, { extra: ["status: retired"] });
  await machine("project_proposal", 1, { extra: ["supersedes: project_target"] });
  await plantSecond(project, "project_first");
  await person("project_wished", 1);
  await project.call(["retire", "project_wished", "--reason", "old"], { now: ago(1) });
  for (const [id, days] of [
    ["project_audit", 40],
    ["project_candidate", 100],
  ] as const) {
    await machine(id, days + 1);
    await done(["demote", id, "--reason", "no"], days);
  }
}

/** What happened past our commands. */
async function plantHostile(project: AuditProject, { fileOf, person, machine }: Hands): Promise<void> {
  await project.plant("project_foreign", { by: "nobody" });
  await person("project_changed", 1);
  appendFileSync(fileOf("project_changed"), "One more line.\n");
  await machine("project_edited", 1);
  appendFileSync(fileOf("project_edited"), "One more line.\n");
  await person("project_rolled", 1);
  // Seen here, and gone afterwards.
  await project.call(["list"], { now });
  rmSync(join(project.root, "attest", "project_rolled"), { recursive: true });
  await machine("project_twin", 1);
  copyFileSync(fileOf("project_twin"), fileOf("project_twin", "quarantine"));
  writeFileSync(fileOf("project_broken"), "no frontmatter");
  writeFileSync(fileOf("project_conflict"), memoryText({ body: "<<<<<<< a\nA\n=======\nB\n>>>>>>> b" }));
  writeFileSync(fileOf("project_bytes"), Buffer.from([0xff, 0xfe, 0x00]));
  await person("project_buried", 1);
  const buried = join(project.root, "attest", "project_buried");
  for (let at = 0; at < 4_097; at += 1)
    writeFileSync(join(buried, `${at.toString(16).padStart(64, "0")}.json`), "{}");
}

async function plantStrange(owner: Owner, project: AuditProject): Promise<void> {
  const [stranger, here] = [await auditProject(owner).open(), await project.open()];
  const of = { id: "project_strange", text: memoryText(), act: "wrote", time: ago(1) } as const;
  writeFileSync(join(project.root, "memories", "project_strange.md"), of.text);
  signUnjudged({ ...here, keys: stranger.keys }, rootOf(here, "project"), of);
}

/** A fact about a file that is gone since. */
async function plantMoved(project: AuditProject): Promise<void> {
  writeFileSync(join(project.top, "pool.ts"), "one\ntwo\n");
  git(project.top, "add", "pool.ts");
  git(project.top, "commit", "--quiet", "--message=Work");
  await project.plant("project_moved", {
    by: "person",
    time: "2026-11-01T12:00:00Z",
    extra: ["related-files: [pool.ts]"],
  });
  git(project.top, "rm", "--quiet", "pool.ts");
  git(project.top, "commit", "--quiet", "--message=Gone");
}

const same = (counted: Record<string, number>, number: number): void =>
  assert.deepEqual(counted, Object.fromEntries(Object.keys(counted).map((surface) => [surface, number])));

test("every surface counts the same of a root that holds every standing and every reason", async (t) => {
  const project = auditProject(t);
  const hands = handsIn(project);
  await plantSettled(hands);
  await plantWaiting(project, hands);
  await plantHostile(project, hands);
  await plantStrange(t, project);
  await plantMoved(project);
  same(await count(t, project), WAITING.length + 1);
  const queue: { id: string }[] = JSON.parse((await project.call(["review", "--json"], { now })).stdout);
  const names = queue.map(({ id }) => id.replace("project_", "")).filter((id) => !id.startsWith("first_"));
  assert.deepEqual(names.sort(), WAITING);
  const doctor = await project.call(["doctor"], { now });
  assert.match(doctor.stdout + doctor.stderr, /1 memory is signed by somebody you have not accepted/);
});

test("more files that nobody vouches for than the index has rows for are counted, each once", async (t) => {
  const project = await plantedProject(t, "project_due", { time: ago(20) });
  for (let number = 0; number < 1_100; number += 1)
    writeFileSync(join(project.root, "memories", `project_flood_${number}.md`), memoryText());
  same(await count(t, project), 1_101);
  const cache = createPageCache();
  t.after(cache.close);
  const window = { offset: 1_001, limit: 10 };
  const list = await listView(await project.open({ now, person: true }), { ...ALL, ...window }, cache);
  assert.deepEqual([list.total, list.rows.length, list.rows[0]?.standing], [1_101, 10, "foreign"]);
});

test("nothing waits in a copy of a root, or before the record of a root can be read", async (t) => {
  const project = await plantedProject(t, "project_due", { time: ago(20) });
  writeFileSync(join(project.root, "memories", "project_foreign.md"), memoryText());
  const copy = join(project.base, "copy");
  cpSync(project.top, copy, { recursive: true });
  const cwd = { now, cwd: copy };
  const { stdout } = await project.call(["review", "--json"], cwd);
  assert.deepEqual(JSON.parse(stdout), []);
  const { waiting } = JSON.parse((await project.call(["status", "--json"], cwd)).stdout);
  assert.equal(Object.values(waiting).some(Boolean), false);
  writeFileSync(ledgerOf(project), "no database");
  same(await count(t, project), 0);
});
