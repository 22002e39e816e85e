import assert from "node:assert/strict";
import { test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";
import { readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_window";

test("each command says what it did, and what it did not", async (t) => {
  const project = await initProject(t, { user: true });
  await project.save(ID);
  await project.save("project_second");
  const rows: readonly (readonly [string, string])[] = [
    [`update ${ID} --description New`, `updated ${ID}\n`],
    [`update ${ID} --description New`, `nothing changed: ${ID} already says this\n`],
    [`archive ${ID}`, `${ID} is archived\n`],
    [`archive ${ID}.md`, `${ID} is archived already\n`],
    [`unarchive ${ID}`, `${ID} is in use again\n`],
    [`retire ${ID} --reason old`, `${ID} is retired\n`],
    [`retire ${ID}`, `${ID} is retired already\n`],
    [`unretire ${ID} --as-test-person`, `${ID} is in use again\n`],
    [`move ${ID} --scope user`, `moved ${ID}: ~/.claude/claude-memory/memories/${ID}.md\n`],
    [`move ${ID} --scope project --as-test-person`, `moved ${ID}: .claude/memory/memories/${ID}.md\n`],
    [`merge ${ID} project_second`, `merged project_second into ${ID}\n`],
    ["gc --dry-run", "nothing is due\n"],
    ["gc --as-test-person --now 2027-01-01T00:00:00Z", "deleted project_second\n"],
    [`demote ${ID} --reason wrong`, `quarantined ${ID}: .claude/memory/quarantine/${ID}.md\n`],
    [`demote ${ID} --reason wrong`, `${ID} is in quarantine already\n`],
    [
      `forget ${ID} --reason asked --as-test-person`,
      `forgot ${ID}; a tombstone keeps it from coming back\nIf it was ever committed, git history still contains it.\n`,
    ],
  ];
  const readLines = async (): Promise<string[]> => (await project.call(["journal"])).stdout.split("\n");
  let journal: string[] = [];
  for (const [line, stdout] of rows) {
    journal = await readLines();
    assert.deepEqual(await project.call(line.split(" ")), { exit: 0, stdout, stderr: "" }, line);
  }
  assert.equal(journal[0], `2026-05-01T12:00:00Z save       ${ID} by machine`);
  const findRetired = (lines: readonly string[]) => lines.find((line) => line.includes(" retire "));
  assert.equal(findRetired(journal), `2026-05-01T12:00:00Z retire     ${ID} by machine: old`);
  // Of what is forgotten it says what was done, and neither to what nor why.
  const retired = findRetired(await readLines()) ?? "";
  assert.match(retired, /^2026-05-01T12:00:00Z retire {5}[0-9a-f]{64} by machine$/);
  assert.equal((await project.call(["journal", "--limit", "2"])).stdout.split("\n").length, 3);
});

test("on what a person approved a machine's commands change nothing and say that the wish waits", async (t) => {
  const project = await initProject(t);
  await project.save(ID, { more: ["--as-test-person"] });
  const before = readTree(project.root);
  const why = `not changed: a person approved ${ID}, so a person decides; filed as a request (credence review)\n`;
  for (const line of [`retire ${ID}`, `archive ${ID}`, `demote ${ID} --reason odd`]) {
    assert.deepEqual(await project.call(line.split(" ")), { exit: 0, stdout: why, stderr: "" });
  }
  assert.deepEqual(readTree(project.root), before);
  const proposed = await project.call(["update", ID, "--description", "Other", "--json"]);
  const { kind, id, supersedes } = JSON.parse(proposed.stdout);
  assert.deepEqual([kind, supersedes], ["proposed", ID]);
  assert.equal((await project.call(["show", id, "--json"])).exit, 0);
});

test("wrong calls and refusals have their exit code, their code and their hint", async (t) => {
  const project = await initProject(t);
  await project.save(ID);
  const rows: readonly (readonly [string, number, string])[] = [
    ["update", 64, "USAGE"],
    ["demote", 64, "USAGE"],
    [`demote ${ID}`, 64, "USAGE"],
    [`forget ${ID} --as-test-person`, 64, "USAGE"],
    [`move ${ID}`, 64, "USAGE"],
    [`merge ${ID}`, 64, "USAGE"],
    [`list --standing good`, 64, "USAGE"],
    ["journal --limit many", 64, "USAGE"],
    ["show project_absent", 1, "NOT_FOUND"],
    ["show ../../etc/passwd", 1, "NOT_FOUND"],
    [`retire ${ID} --if-digest ${"0".repeat(64)}`, 1, "OCC_CONFLICT"],
    [`update ${ID} --name N --if-digest 0`, 1, "OCC_CONFLICT"],
    [`forget ${ID} --reason x`, 1, "NEEDS_PERSON"],
    [`unretire ${ID}`, 1, "NEEDS_PERSON"],
    ["gc", 1, "NEEDS_PERSON"],
    [`move ${ID} --scope user`, 1, "NO_ROOT"],
  ];
  const before = readTree(project.base);
  for (const [line, exit, code] of rows) {
    const outcome = await project.call([...line.split(" "), "--json"]);
    assert.equal(outcome.exit, exit, line);
    assert.match(outcome.stderr, new RegExp(`^error: ${code}: .+\\nhint: .+\\n$`), line);
    assert.equal(JSON.parse(outcome.stdout).error.code, code, line);
  }
  assert.deepEqual(readTree(project.base), before);
});

test("an id in both scopes is two memories: a command asks which", async (t) => {
  const project = await initProject(t, { user: true });
  await project.save(ID);
  await project.save(ID, { more: ["--scope", "user"] });
  const { exit, stderr } = await project.call(["show", ID]);
  assert.equal(exit, 1);
  assert.equal(
    stderr,
    `error: NOT_FOUND: ${ID} is in both scopes\nhint: add --scope project or --scope user\n`,
  );
  assert.match(
    (await project.call(["show", ID, "--scope", "user"])).stdout,
    /^file +~\/\.claude\/claude-memory\//m,
  );
});

test("list shows each memory with its standing and why, one standing alone, and an empty root", async (t) => {
  const project = await initProject(t);
  assert.equal((await project.call(["list"])).stdout, "no memories yet\n");
  await project.save(ID, { name: "Deploy window" });
  await project.save("project_second", { name: "Second", more: ["--as-test-person"] });
  await project.done(["archive", ID]);
  assert.equal(
    (await project.call(["list"])).stdout,
    [
      `inferred    ${ID} [archived]`,
      "            Deploy window: written here",
      "verified    project_second",
      "            Second: approved by you on 2026-05-01",
      "",
    ].join("\n"),
  );
  const one = JSON.parse((await project.call(["list", "--standing", "verified", "--json"])).stdout);
  assert.deepEqual(
    one.map((memory: { id: string }) => memory.id),
    ["project_second"],
  );
});
