// No command that runs without a person prints a byte of what nobody vouched for. The list of commands is the product's
// own: a new command without a case here fails.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { COMMANDS } from "../../src/cli/commands.ts";
import { IS_DEEP } from "../deep.ts";
import { type Chance, chanceBy, chanceOf, sampleOf } from "../faults/sample.ts";
import type { CallOptions } from "../fixture/command-in-process.ts";
import { type InitProject, initProject } from "../fixture/init-project.ts";
import { keptParts } from "../fixture/kept-parts.ts";
import { CASES } from "./withheld-cases.ts";
import {
  FOREIGN_IDS,
  MARKER,
  NAME_MARKER,
  plantForeignIds,
  plantWithheld,
  WITHHELD_IDS,
} from "./withheld-samples.ts";

const VALIDATORS: ReadonlySet<string> = new Set(["check", "validate", "secret-check", "injection-check"]);

const PRESENCES: Readonly<Record<string, CallOptions>> = {
  "a process without a terminal": {},
  "an agent that has a terminal": { answers: [], env: { CLAUDECODE: "1" } },
};

test("each sample is withheld for the reason it is here for", async (t) => {
  const project = await initProject(t);
  await plantWithheld(project);
  const { stdout } = await project.done(["list", "--json"]);
  const rows = JSON.parse(stdout).map(
    (each: { id: string; standing: string; reason: string }) => `${each.id} ${each.standing}: ${each.reason}`,
  );
  assert.deepEqual(rows, [
    "project_broken quarantined: it fails validation",
    "project_broken_bytes quarantined: it fails validation",
    "project_foreign foreign: never seen here",
    "project_quarantined quarantined: lowered by this machine on 2026-05-01",
    "project_says_archived foreign: never seen here",
    "project_says_retired retired: the file says retired, but nobody you trust signed that",
    "project_strong inferred: written here, withheld until a person says yes",
    "project_tampered foreign: changed since it was written by this machine on 2026-05-01",
    "project_tampered_after_approval foreign: changed since approval by you on 2026-05-01",
    "project_tampered_after_retiring retired: retired by this machine on 2026-05-01",
    "project_vouched inferred: written here",
  ]);
});

test("every command has a case here", () => {
  assert.deepEqual(COMMANDS.map((command) => command.name).sort(), Object.keys(CASES).sort());
});

/** How many of the withheld ones each command is tried on in the quick gate; the next command on others. */
const QUICK_IDS = 1;

function callsOf(name: string, chance: Chance): (readonly string[])[] {
  return (CASES[name] ?? []).flatMap((args) =>
    args.some((word) => word.includes("ID"))
      ? sampleOf(WITHHELD_IDS, QUICK_IDS, chance).map((id) => args.map((word) => word.replace("ID", id)))
      : [args],
  );
}

/** Whatever a command left behind is not shown afterwards either: a text cannot be laundered by copying it. */
async function assertNothingShown(project: InitProject, presence: CallOptions, told: string): Promise<void> {
  const { stdout } = await project.done(["list", "--json"], presence);
  // Bodies too: the JSON of a list is what show says of each.
  assert.ok(
    JSON.parse(stdout).some(({ body }: { body: unknown }) => body !== null),
    told,
  );
  assert.equal(hasMarker(stdout), false, `${told}, and now list shows it`);
  const listed = join(project.root, "index.md");
  if (existsSync(listed))
    assert.equal(hasMarker(readFileSync(listed, "utf8")), false, `${told}, and now index.md shows it`);
}

function hasMarker(text: string, command = ""): boolean {
  const markers = VALIDATORS.has(command) ? [MARKER] : [MARKER, NAME_MARKER];
  return markers.some((marker) => text.toUpperCase().includes(marker));
}

/** In the quick gate each command by one of them, by chance. */
function isTried(who: string, command: string): boolean {
  const [drawn] = sampleOf(Object.keys(PRESENCES), 1, chanceBy(command));
  return IS_DEEP || drawn === who;
}

for (const [who, presence] of Object.entries(PRESENCES)) {
  test(`${who} gets no byte of a withheld text from any command`, async (t) => {
    const project = await initProject(t, { user: true });
    await plantWithheld(project);
    const { keep, restore } = keptParts(project.base, [project.top, project.credenceHome]);
    keep();
    const chance = chanceOf(t);
    for (const { name } of COMMANDS.filter((each) => isTried(who, each.name))) {
      for (const args of callsOf(name, chance)) await playWithheld(project, args, presence);
      await assertNothingShown(project, presence, name);
      restore();
    }
  });
}

const AGENT: CallOptions = { env: { CLAUDECODE: "1" } };

test("no list that an agent asks for holds a word of an id that nobody vouched for", async (t) => {
  const project = await initProject(t);
  await project.save("project_known");
  await plantForeignIds(project);
  for (const { name } of COMMANDS.filter((each) => !VALIDATORS.has(each.name))) {
    const cases = (CASES[name] ?? []).filter((args) => !args.some((word) => word.includes("ID")));
    for (const args of cases) await playForeignIds(project, args);
  }
});

/** In the quick gate one of the two, by chance. */
function formsOf(args: readonly string[]): (readonly string[])[] {
  return sampleOf([[], ["--json"]], 1, chanceBy(args.join(" ")));
}

async function playForeignIds(project: InitProject, args: readonly string[]): Promise<void> {
  for (const form of formsOf(args)) {
    const { stdout, stderr } = await project.call([...args, ...form], AGENT);
    const told = `${[...args, ...form].join(" ")}:\n${stdout}${stderr}`;
    assert.equal(hasMarker(stdout + stderr), false, told);
  }
}

test("an agent is shown numbers for such ids, a script and a person the ids, and what was vouched for is named", async (t) => {
  const project = await initProject(t);
  await project.save("project_known");
  await plantForeignIds(project);
  const idsFor = async (options: CallOptions, ...more: string[]): Promise<string[]> => {
    const { stdout } = await project.done(["list", "--json", ...more], options);
    return JSON.parse(stdout).map(({ id, path }: { id: string; path: string }) => `${id} ${path}`);
  };
  const place = ".claude/memory/";
  const agent = await idsFor(AGENT);
  assert.deepEqual(agent, [
    `project_known ${place}memories/project_known.md`,
    `foreign #1 ${place}memories/`,
    `foreign #2 ${place}memories/`,
    `foreign #3 ${place}quarantine/`,
    `foreign #4 ${place}memories/`,
  ]);
  const ids = FOREIGN_IDS.toSorted();
  for (const listed of [await idsFor({}), await idsFor(AGENT, "--as-test-person")])
    assert.deepEqual(
      listed.slice(1).map((each) => each.split(" ")[0]),
      ids,
    );
  const shown = await project.done(["show", FOREIGN_IDS[0], "--json"], AGENT);
  assert.equal(JSON.parse(shown.stdout).id, FOREIGN_IDS[0]);
});

async function playWithheld(
  project: InitProject,
  args: readonly string[],
  presence: CallOptions,
): Promise<void> {
  for (const form of formsOf(args)) {
    const { exit, stdout, stderr } = await project.call([...args, ...form], presence);
    const told = `${[...args, ...form].join(" ")}:\n${stdout}${stderr}`;
    assert.notEqual(exit, 70, told);
    assert.equal(hasMarker(stdout + stderr, args[0]), false, told);
  }
  if (IS_DEEP) await assertNothingShown(project, presence, args.join(" "));
}
