import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { playRows, readJson } from "../../fixture/command-rows.ts";
import { initProject } from "../../fixture/init-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { findText, readTree } from "../../fixture/tree.ts";

const BODY = "The staging database runs PostgreSQL 16.";

const ID = "reference_staging_database";
const SAVE = ["save", "--type", "reference", "--name", "Staging database", "--description", "Its version"];

test("save says what it stored and where, in words and as JSON", async (t) => {
  const { call } = await initProject(t);
  const other = {
    kind: "created",
    id: "reference_other",
    path: ".claude/memory/memories/reference_other.md",
  };
  await playRows(call, [
    [[...SAVE, "--body", BODY], 0, `saved ${ID}: .claude/memory/memories/${ID}.md\n`],
    [[...SAVE, "--body", BODY], 0, `nothing stored: ${ID} already says exactly this\n`],
    [[...SAVE, "--id", "reference_other", "--body", BODY, "--json"], 0, { ...other, flags: [] }],
  ]);
});

test("what is about the user goes to the user root, unless the call says otherwise", async (t) => {
  const { call, root, userRoot } = await initProject(t, { user: true });
  const save = (type: string, name: string, more = "") =>
    [`save --type ${type} --name "${name}" --description d --body "${BODY}" ${more}`, 0] as const;
  await playRows(call, [
    save("user", "Prefers tabs"),
    save("project", "Uses spaces"),
    save("user", "Here anyway", "--scope project"),
    save("feedback", "With me", "--scope user"),
    save("user", "By path", "--root .claude/memory"),
  ]);
  const ids = (root: string) => Object.keys(readTree(join(root, "memories")));
  assert.deepEqual(ids(userRoot), ["feedback_with_me.md", "user_prefers_tabs.md"]);
  assert.deepEqual(ids(root), ["project_uses_spaces.md", "user_by_path.md", "user_here_anyway.md"]);
});

test("what is nearly the same as a removed text exits 1 and says what to do", async (t) => {
  const { call } = await initProject(t);
  const said = (body: string): string[] => [...SAVE, "--tags", "database", "--body", body];
  const removed = `error: REMOVED: nearly the same text was removed: ${ID} is in quarantine\nhint: a person can bring ${ID} back with credence restore ${ID}; where a fact has changed, say what it is now\n`;
  await playRows(call, [
    [said(BODY), 0],
    [`demote ${ID} --reason "wrong version" --as-test-person`, 0],
    [said(BODY.toUpperCase()), 1, removed],
    [[...said(BODY), "--json"], 1, /"code": "REMOVED"/],
    [said(BODY.replace("16", "17")), 0, /^saved reference_staging_database_[0-9a-f]{8}: /],
  ]);
});

test("the body comes from the option, a file or standard input, and from one of them only", async (t) => {
  const { call, top, base } = await initProject(t);
  writeFileSync(join(top, "note.txt"), `\uFEFF${BODY}\r\nSecond line.`);
  const from = async (id: string, more: readonly string[], stdin = ""): Promise<string> => {
    await playRows(call, [[[...SAVE, "--id", id, ...more], 0, /^saved /, { stdin }]]);
    return (await readJson(call, `show ${id} --json`)).body;
  };
  assert.equal(await from("reference_a", ["--body", BODY]), `${BODY}\n`);
  assert.equal(await from("reference_b", ["--body-file", "note.txt"]), `${BODY}\nSecond line.\n`);
  assert.equal(await from("reference_c.md", ["--body-file", "-"], `${BODY}\n\n`), `${BODY}\n`);
  const before = readTree(base);
  const other = [...SAVE, "--id", "reference_d"];
  await playRows(call, [
    [[...other, "--body", BODY, "--body-file", "-"], 64],
    [other, 64],
    [[...other, "--body-file", "absent.txt"], 1],
    [[...other, "--body-file", "."], 1],
    [[...other, "--body-file", "-"], 1, /^error: INVALID_MEMORY: /, { stdin: "x".repeat(2 ** 21) }],
  ]);
  assert.deepEqual(readTree(base), before);
});

test("who saves is written down: a machine's is an inference unless its user dictated it, a person's is theirs", async (t) => {
  const { call } = await initProject(t);
  for (const [id, more, ...expected] of [
    ["reference_a", [], "inference", "inferred", "inferred"],
    ["reference_b", ["--dictated"], "dictated", "inferred", "inferred"],
    ["reference_c", ["--as-test-person"], "user", "verified", "verified"],
  ] as const) {
    await call([...SAVE, "--id", id, "--body", BODY, ...more]);
    const { origin, tier, standing } = await readJson(call, `show ${id} --json`);
    assert.deepEqual([origin, tier, standing], expected);
  }
});

test("a wrong call, a text or an id that is refused stores nothing and gets a hint that helps with it", async (t) => {
  const { call, base, save } = await initProject(t);
  await save("reference_there_before");
  const before = readTree(base);
  const usage = /^error: USAGE: .*\nhint: .*\n$/;
  const wrong = ["--category other", "--scope world", "--tag x", "--now yesterday"];
  const long = `reference_${"x".repeat(88)}`;
  const tooLong = "error: INVALID_MEMORY: the id is too long\nhint: at most 97 characters\n";
  const odd =
    "error: INVALID_MEMORY: reference_Ä cannot be an id\nhint: TYPE_ and then letters a-z, digits and _\n";
  const said = [...SAVE, "--body", BODY];
  await playRows(call, [
    ["save", 64, usage],
    [`save --type secret --name Nn --description d --body "${BODY}"`, 64, usage],
    ...wrong.map((more) => [[...said, ...more.split(" ")], 64, usage] as const),
    [
      [...SAVE, "--body", "short"],
      1,
      /^error: INVALID_MEMORY: FAIL-\w+: .+\nhint: correct the text and try again\n$/,
    ],
    ...[long, `${long}.md`].map((id) => [[...said, "--id", id], 1, tooLong] as const),
    [[...said, "--id", "reference_Ä"], 1, odd],
  ]);
  assert.deepEqual(readTree(base), before);
  await playRows(call, [[[...said, "--id", long.slice(0, -1)], 0]]);
});

test("a secret is refused on stderr and as JSON, and is on neither, nor in any file", async (t) => {
  const project = await initProject(t);
  const args = [...SAVE, "--body-file", "-", "--json"];
  const { exit, stdout, stderr } = await project.call(args, {
    stdin: `The bot logs in with ${SAMPLE_SECRET} at night.`,
  });
  assert.equal(exit, 1);
  assert.match(stderr, /^error: SECRET_DETECTED: line \d+: /);
  assert.equal(JSON.parse(stdout).error.code, "SECRET_DETECTED");
  assert.equal(`${stdout}${stderr}`.includes(SAMPLE_SECRET.slice(6)), false);
  assert.deepEqual(findText(project.base, SAMPLE_SECRET.slice(6)), []);
});
