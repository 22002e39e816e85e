// A file that somebody named by a token is told of without the token, by every command that tells of memories and shows no text:
// each is called in each form that its usage has. A text is shown as it is, whatever in it looks like such a name.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { TELLING } from "../../src/cli/call/covered-io.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import { memoryText } from "../fixture/memory-text.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import { scratchProject } from "../fixture/scratch-project.ts";

const TOKEN = SAMPLE_SECRET.toLowerCase();
const ID = `project_${TOKEN}`;
const SHOWN = "project_ghp_… (40 characters)";
/** As much of it stands together nowhere. */
const PIECE_CHARS = 8;

const project = scratchProject({ after });
const command = inProcess(project);
const named = join(project.root, "memories", `${ID}.md`);

function findPiece(text: string): string | null {
  const random = TOKEN.slice("ghp_".length);
  const lower = text.toLowerCase();
  for (let at = 0; at + PIECE_CHARS <= random.length; at += 1) {
    const found = lower.indexOf(random.slice(at, at + PIECE_CHARS));
    if (found !== -1) return text.slice(Math.max(0, found - 80), found);
  }
  return null;
}

const WORDS: Readonly<Record<string, string>> = {
  ID,
  NAME: ID,
  "FILE…": named,
  DIR: project.root,
  PATH: project.root,
  FORMAT: "json",
  "QUERY…": "deploy",
  "QUESTION…": "deploy?",
  WORDS: "deploy",
};

/** A form of the usage as a call: brackets left out, words in capitals replaced. */
function callOf(form: string): string[] {
  const words = form.replaceAll(/\[[^\]]*\]+/g, "").split(" ");
  return words.filter((word) => word !== "" && word !== "…").map((word) => WORDS[word] ?? word);
}

/** As somebody puts it there, whatever became of it before. */
function putFile(): void {
  rmSync(join(project.root, "quarantine", `${ID}.md`), { force: true });
  mkdirSync(join(project.root, "memories"), { recursive: true });
  writeFileSync(named, memoryText());
}

async function findLeaks(args: readonly string[]): Promise<string[]> {
  putFile();
  const asked: string[] = [];
  const call = [...args, "--as-test-person"];
  const answers = (question: string): string => {
    asked.push(question);
    return asked.length > 20 ? "" : "q";
  };
  const env = { EDITOR: "true", VISUAL: "true" };
  const attended = await command(call, { answers, columns: 60, env });
  const { stdout, stderr } = await command(call, { env });
  const said = [attended.stdout, attended.stderr, ...asked, stdout, stderr];
  return said.flatMap((text) => {
    const before = findPiece(text);
    return before === null ? [] : [`${args.join(" ").replaceAll(ID, "ID")}: ${before}`];
  });
}

for (const { name, usage } of COMMANDS.filter(({ name }) => TELLING.has(name))) {
  test(`credence ${name} repeats no token that is the name of a file`, async () => {
    const forms = usage.map(callOf);
    const calls = [...forms, ...forms.map((words) => [...words, "--json"]), [name, ID]];
    const leaks: string[] = [];
    for (const words of calls) leaks.push(...(await findLeaks(words)));
    assert.deepEqual(leaks, []);
  });
}

const MORE: readonly (readonly string[])[] = [
  ["list", "--standing", "foreign"],
  ["doctor", "--deep"],
  ["journal"],
  ["audit", "--format", "md"],
  ["audit", "--format", "json"],
];

for (const words of MORE) {
  test(`credence ${words.join(" ").replaceAll(ID, "ID")} repeats no token that is the name of a file`, async () => {
    assert.deepEqual(await findLeaks(words), []);
  });
}

test("what stands for the token says how it begins and how long it is, and JSON stays JSON", async () => {
  putFile();
  const { stdout } = await command(["list", "--json", "--as-test-person"]);
  const [{ id, path }] = JSON.parse(stdout);
  assert.equal(id, SHOWN);
  assert.equal(path, `.claude/memory/memories/${SHOWN}.md`);
});

test("the checks and the audit still find the file", async () => {
  putFile();
  const checked = await command(["secret-check", named]);
  assert.equal(checked.exit, 1);
  assert.match(checked.stdout, /the file name looks like a GitHub token: "ghp_…" \(40 characters\)/);
  const audited = await command(["audit", "--format", "json", "--as-test-person"]);
  const { findings } = JSON.parse(audited.stdout);
  assert.match(JSON.stringify(findings), /project_ghp_… \(40 characters\)/);
});

test("doctor says which file it is and what to do about it", async () => {
  putFile();
  const { stdout } = await command(["doctor", "--as-test-person"]);
  assert.match(
    stdout,
    /secret-name: the name of memories\/project_ghp_… \(40 characters\)\.md holds a secret: remove or rename the file/,
  );
});

test("a report that is written to a file does not hold the token", async () => {
  putFile();
  const out = join(project.base, "report.json");
  await command(["audit", "--format", "json", "--out", out, "--as-test-person"]);
  const report = readFileSync(out, "utf8");
  assert.equal(findPiece(report), null);
  assert.match(report, /project_ghp_… \(40 characters\)/);
});

test("a file named by a key that is no memory is checked without the key", async () => {
  const key = `AKIA${TOKEN.slice(4)
    .replaceAll(/[^a-z2-7]/g, "")
    .slice(0, 16)
    .toUpperCase()}`;
  const stray = join(project.top, `${key}.md`);
  writeFileSync(stray, memoryText());
  const { exit, stdout, stderr } = await command(["secret-check", stray]);
  assert.equal(exit, 1);
  assert.ok(!`${stdout}${stderr}`.includes(key));
});

test("a token that is given for an id, or as a folder, is not repeated", async () => {
  const folder = join(project.top, SAMPLE_SECRET);
  mkdirSync(folder);
  writeFileSync(join(folder, "a.md"), "We deploy on Tuesdays.\n");
  const calls = [
    ...["show", "why", "retire", "approve", "log"].map((verb) => [verb, SAMPLE_SECRET]),
    ["injection-check", join(folder, "a.md")],
  ];
  for (const call of calls) {
    const { stdout, stderr } = await command(call);
    assert.equal(findPiece(stdout + stderr), null, call[0]);
  }
  rmSync(folder, { recursive: true });
});

test("an ordinary id with a date and a digest is shown as it is", async () => {
  const id = "project_release_20240115_0a1b2c3d";
  writeFileSync(join(project.root, "memories", `${id}.md`), memoryText());
  const { stdout } = await command(["list", "--as-test-person"]);
  assert.match(stdout, new RegExp(`${id}\n`));
});

test("a small process does not repeat what may be a secret either", () => {
  for (const args of [["list", ID], ["recall", "--prompt", "deploy", ID], [ID]]) {
    const { exit, stdout, stderr } = project.run(args);
    assert.equal(exit, 64);
    assert.equal(findPiece(`${stdout}${stderr}`), null);
  }
});

test("a text is shown and exported to the letter, whatever in it looks like a name with a secret", async () => {
  const text =
    "The rules are in db_password_policy12.md and project_password_policy12 for everybody, also in notes.md here.";
  const id = "project_sign_in";
  const named = ["--id", id, "--name", "Sign in", "--description", "Where its rules are"];
  const saved = await command(["save", "--type", "project", ...named, "--body", text]);
  assert.equal(saved.exit, 0, saved.stderr);
  const calls = [
    ["show", id],
    ["export", "--format", "json"],
  ];
  for (const words of calls) {
    const { stdout } = await command([...words, "--as-test-person"]);
    assert.ok(stdout.includes(text), stdout);
  }
  // Nor where a person reads what they sign.
  for (const name of ["approve", "edit", "forget", "import", "review", "save", "team", "undo", "update"])
    assert.ok(!TELLING.has(name), name);
});
