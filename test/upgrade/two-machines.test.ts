// Two machines of one person, 0.1.0 and this version, and one repository: in each round each does something, knowing nothing of
// the other, and git merges it. What is to come of it is written down beside: which memories there are, the standing and the text
// of each, what was forgotten, and every statement. After each round both machines, asked, say that and nothing else.

import assert from "node:assert/strict";
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { chanceBy, HOW_TO_REPEAT } from "../faults/sample.ts";
import { git } from "../fixture/git-repository.ts";
import { DODO, EMU, KIWI, type OldHome, oldProject, standingsBy, type Version } from "./old-home.ts";

const ROUNDS = IS_DEEP ? 50 : 1;
const chance = chanceBy("two machines");

const project = await oldProject({ after });
// Completed: from then on git keeps the directories, and merges without a question.
project.done("new", "init");
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

/** The work tree of the other machine takes this one's place. */
function switchMachines(): void {
  const between = `${away}-between`;
  renameSync(project.top, between);
  renameSync(away, project.top);
  renameSync(between, away);
}

function commit(message: string): void {
  git(project.top, "add", "-A");
  git(project.top, "commit", "-q", "--allow-empty", "-m", message);
}

function takeOver(): void {
  git(project.top, "fetch", "-q", away, "HEAD");
  git(project.top, "merge", "-q", "--no-edit", "FETCH_HEAD");
}

type Standing = "verified" | "inferred" | "retired" | "quarantined";
type Expected = { readonly standing: Standing; readonly text: string; readonly before?: Standing };

const known = new Map<string, Expected>([
  ["project_kiwi", { standing: "verified", text: KIWI }],
  ["project_emu", { standing: "inferred", text: EMU }],
  ["project_dodo", { standing: "quarantined", text: DODO }],
]);
/** What may be nowhere any more. */
const forgotten: string[] = [];
/** By their paths; only the statements about what was forgotten go. */
const statements = new Map<string, string>();

type Act = {
  readonly word: string;
  readonly from: readonly Standing[];
  /** Null where nothing is left of it. */
  readonly to: (memory: Expected) => Expected | null;
};

const REASON = ["--reason", "by lot"];
const IN_USE: readonly Standing[] = ["verified", "inferred"];
const ACTS: readonly Act[] = [
  { word: "demote", from: IN_USE, to: ({ text }) => ({ text, standing: "quarantined" }) },
  {
    word: "retire",
    from: IN_USE,
    to: ({ text, standing }) => ({ text, standing: "retired", before: standing }),
  },
  {
    word: "unretire",
    from: ["retired"],
    to: ({ text, before }) => ({ text, standing: before ?? "inferred" }),
  },
  { word: "restore", from: ["quarantined"], to: ({ text }) => ({ text, standing: "verified" }) },
  { word: "forget", from: ["verified", "inferred", "retired", "quarantined"], to: () => null },
];

function draw<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(chance() * list.length)];
}

/** As often something new as something about what is there. Says which memory it was about. */
function act(version: Version, round: number, isTaken: (id: string) => boolean): string {
  const chosen = draw(ACTS);
  const free = [...known].filter(([id, { standing }]) => chosen?.from.includes(standing) && !isTaken(id));
  const [id, memory] = draw(free) ?? [];
  if (chance() < 0.5 || chosen === undefined || id === undefined || memory === undefined)
    return add(version, round);
  const { word, to } = chosen;
  const more = ["demote", "retire", "forget"].includes(word) ? REASON : [];
  machines[version].done(version, word, id, ...more, "--as-test-person");
  const next = to(memory);
  if (next !== null) known.set(id, next);
  else {
    known.delete(id);
    forgotten.push(memory.text);
    for (const path of statements.keys()) if (path.startsWith(`attest/${id}/`)) statements.delete(path);
  }
  return id;
}

/** Both refuse what is too much like a text that was removed: then nothing has changed. */
function add(version: Version, round: number): string {
  const id = `project_round_${round}_${version === "new" ? "new" : "old"}`;
  const text = `${Array.from({ length: 10 }, drawWord).join(" ")}.`;
  const isPersons = chance() < 0.5;
  const words = [
    "--type",
    "project",
    "--id",
    id,
    "--name",
    drawWord(),
    "--description",
    `${drawWord()} in short`,
  ];
  const more = isPersons ? ["--as-test-person"] : [];
  const { exit, stdout, stderr } = machines[version].run(version, "save", ...words, "--body", text, ...more);
  const isRefused = /you removed this|^error: REMOVED:/m.test(stdout + stderr);
  if (isRefused) return id;
  assert.deepEqual(
    [exit, stdout.startsWith(`saved ${id}`)],
    [0, true],
    `${stdout}${stderr} ${HOW_TO_REPEAT}`,
  );
  known.set(id, { standing: isPersons ? "verified" : "inferred", text });
  return id;
}

function drawWord(): string {
  const syllables = Array.from({ length: 4 }, () => `${draw([..."bdfghjklmnprstvwz"])}${draw([..."aeiou"])}`);
  return syllables.join("");
}

function readRoot(): Map<string, string> {
  const root = join(project.top, ".claude/memory");
  const entries = ["memories", "quarantine", "attest"]
    .map((name) => join(root, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path, { recursive: true, withFileTypes: true }));
  const paths = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  return new Map(paths.map((path) => [path.slice(root.length + 1), readFileSync(path, "utf8")]));
}

/** Of the machine whose work tree is in place. */
function expectAsKnown(version: Version, where: string): void {
  const standings = [...known].map(([id, { standing }]) => [id, standing]);
  assert.deepEqual(standingsBy(machines[version], version), Object.fromEntries(standings), where);
  const files = readRoot();
  const texts = [...files].filter(([path]) => !/^attest\/|\/\.gitkeep$/.test(path));
  for (const [id, { standing, text }] of known) {
    const place = standing === "quarantined" ? "quarantine" : "memories";
    const holding = texts.filter(([, each]) => each.includes(text)).map(([path]) => path);
    assert.deepEqual(holding, [`${place}/${id}.md`], where);
  }
  assert.equal(texts.length, known.size, where);
  for (const text of forgotten)
    assert.ok(
      [...files.values()].every((each) => !each.includes(text)),
      `${text} ${where}`,
    );
  for (const [path, text] of statements) assert.equal(files.get(path), text, `${path} ${where}`);
  for (const [path, text] of files) if (path.startsWith("attest/")) statements.set(path, text);
}

test(`${ROUNDS} rounds raise nothing and lose nothing`, () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const where = `round ${round}, ${HOW_TO_REPEAT}`;
    const first = act("0.1.0", round, () => false);
    commit(`round ${round}, 0.1.0`);
    switchMachines();
    // What the other has just made or changed, this one has not heard of.
    act("new", round, (id) => id === first);
    commit(`round ${round}, new`);
    takeOver();
    expectAsKnown("new", where);
    switchMachines();
    takeOver();
    expectAsKnown("0.1.0", where);
  }
});
