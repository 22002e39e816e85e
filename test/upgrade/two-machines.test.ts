// Two machines of one person, 0.1.0 and this version, and one repository: they act in turns, and git carries it over. After every
// round both say the same of every memory, nothing that was taken out of use is in use, and no file or statement is lost.

import assert from "node:assert/strict";
import { chmodSync, cpSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { chanceBy, HOW_TO_REPEAT } from "../faults/sample.ts";
import { git } from "../fixture/git-repository.ts";
import { type OldHome, oldHome, save, standingsBy, type Version } from "./old-home.ts";

const ROUNDS = IS_DEEP ? 50 : 4;
const chance = chanceBy("two machines");

const project = await oldHome({ after });
const [away, other] = [join(project.base, "away"), join(project.base, "credence-new")];
git(project.top, "add", "-A");
git(project.top, "commit", "-qm", "begin");
cpSync(project.top, away, { recursive: true });
// The same keys: one person's two machines. Where the root is, each knows: both have it at the same path.
cpSync(project.credenceHome, other, { recursive: true });
for (const path of readdirSync(other, { recursive: true, withFileTypes: true }))
  chmodSync(join(path.parentPath, path.name), path.isDirectory() ? 0o700 : 0o600);
const env = { ...project.env, CREDENCE_HOME: other };
const machines: Readonly<Record<Version, OldHome>> = { "0.1.0": project, new: await withHome(other) };

async function withHome(home: string): Promise<OldHome> {
  const { runProcess, expectDone } = await import("../fixture/scratch-project.ts");
  const run: OldHome["run"] = (version, ...args) =>
    runProcess([process.execPath, join(project.packages[version], "dist/credence.cjs"), ...args], {
      cwd: project.top,
      env,
    });
  return {
    ...project,
    env,
    credenceHome: home,
    state: join(home, "state"),
    run,
    done: (version, ...args) => expectDone(run(version, ...args)).stdout,
  };
}

/** The work tree of the other machine takes this one's place, with what was committed here. */
function switchTo(): void {
  git(project.top, "add", "-A");
  git(project.top, "commit", "-q", "--allow-empty", "-m", "round");
  const between = `${away}-between`;
  renameSync(project.top, between);
  renameSync(away, project.top);
  renameSync(between, away);
  git(project.top, "fetch", "-q", away, "HEAD");
  git(project.top, "merge", "-q", "--ff-only", "FETCH_HEAD");
}

const low = new Set(["project_dodo"]);
const high = new Set(["project_kiwi", "project_emu"]);

function act(version: Version, round: number): void {
  const machine = machines[version];
  const ids = [...high];
  const id = ids[Math.floor(chance() * ids.length)] ?? "project_kiwi";
  const kind = Math.floor(chance() * 4);
  if (kind === 0 && ids.length > 2) {
    machine.done(version, "demote", id, "--reason", "not so", "--as-test-person");
  } else if (kind === 1 && ids.length > 2) {
    machine.done(version, "retire", id, "--reason", "not now", "--as-test-person");
  } else {
    const fresh = `project_round_${round}`;
    const person = kind === 2 ? ["--as-test-person"] : [];
    save(machine, version, [
      fresh,
      `In round ${round} number ${Math.floor(chance() * 1e9)} was drawn by lot.`,
      ...person,
    ]);
    high.add(fresh);
    return;
  }
  high.delete(id);
  low.add(id);
}

function listFiles(): Set<string> {
  const root = join(project.top, ".claude/memory");
  const all = ["memories", "quarantine", "attest"].flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, encoding: "utf8" }).map((path) => `${name}/${path}`),
  );
  return new Set(all);
}

test(`${ROUNDS} rounds raise nothing and lose nothing`, () => {
  const statements = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const version: Version = round % 2 === 0 ? "0.1.0" : "new";
    act(version, round);
    const here = standingsBy(machines[version], version);
    switchTo();
    const next: Version = version === "new" ? "0.1.0" : "new";
    const there = standingsBy(machines[next], next);
    const where = `round ${round}, ${HOW_TO_REPEAT}`;
    assert.deepEqual(there, here, where);
    for (const id of low) assert.ok(["quarantined", "retired"].includes(there[id] ?? ""), `${id} ${where}`);
    for (const id of high) assert.ok(["verified", "inferred"].includes(there[id] ?? ""), `${id} ${where}`);
    const files = listFiles();
    for (const path of statements) assert.ok(files.has(path), `${path} ${where}`);
    for (const path of files) if (path.startsWith("attest/")) statements.add(path);
  }
  rmSync(away, { recursive: true });
});
