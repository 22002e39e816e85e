import assert from "node:assert/strict";
import { test } from "node:test";
import { playRows } from "../../fixture/command-rows.ts";
import { initProject } from "../../fixture/init-project.ts";
import { readTree } from "../../fixture/tree.ts";

const ID = "project_deploy_window";

test("each command says what it did, and what it did not", async (t) => {
  const { call, save } = await initProject(t, { user: true });
  for (const id of [ID, "project_second"]) await save(id);
  const tombstone = `forgot ${ID}; a tombstone keeps it from coming back\nIf it was ever committed, git history still contains it.\n`;
  await playRows(call, [
    [`update ${ID} --description New`, 0, `updated ${ID}\n`],
    [`update ${ID} --description New`, 0, `nothing changed: ${ID} already says this\n`],
    [`archive ${ID}`, 0, `${ID} is archived\n`],
    [`archive ${ID}.md`, 0, `${ID} is archived already\n`],
    [`unarchive ${ID}`, 0, `${ID} is in use again\n`],
    [`retire ${ID} --reason old`, 0, `${ID} is retired\n`],
    [`unretire ${ID} --as-test-person`, 0, `${ID} is in use again\n`],
    [`move ${ID} --scope user`, 0, `moved ${ID}: ~/.claude/claude-memory/memories/${ID}.md\n`],
    [`move ${ID} --scope project --as-test-person`, 0, `moved ${ID}: .claude/memory/memories/${ID}.md\n`],
    [`merge ${ID} project_second`, 0, `merged project_second into ${ID}\n`],
    ["gc --as-test-person --now 2027-01-01T00:00:00Z", 0, "deleted project_second\n"],
    [`demote ${ID} --reason wrong`, 0, `quarantined ${ID}: .claude/memory/quarantine/${ID}.md\n`],
    ["journal", 0, new RegExp(`^2026-05-01T12:00:00Z save {7}${ID} by machine\n`)],
    ["journal", 0, new RegExp(`^2026-05-01T12:00:00Z retire {5}${ID} by machine: old$`, "m")],
    ["journal --limit 2", 0, /^.+\n.+\n$/],
    [`forget ${ID} --reason asked --as-test-person`, 0, tombstone],
    // Of what is forgotten it says what was done, and neither to what nor why.
    ["journal", 0, /^2026-05-01T12:00:00Z retire {5}[0-9a-f]{32} by machine$/m],
  ]);
});

const REFUSED = `update | 64 USAGE
demote | 64 USAGE
demote ID | 64 USAGE
forget ID --as-test-person | 64 USAGE
move ID | 64 USAGE
merge ID | 64 USAGE
list --standing good | 64 USAGE
journal --limit many | 64 USAGE
show project_absent | 1 NOT_FOUND
show ../../etc/passwd | 1 NOT_FOUND
retire ID --if-digest ${"0".repeat(64)} | 1 OCC_CONFLICT
update ID --name N --if-digest 0 | 1 OCC_CONFLICT
move ID --scope user | 1 NO_ROOT`;

test("wrong calls and refusals have their exit code, their code and their hint", async (t) => {
  const project = await initProject(t);
  await project.save(ID);
  const before = readTree(project.base);
  for (const row of REFUSED.replaceAll("ID ", `${ID} `).split("\n")) {
    const [line = "", exit, code] = row.split(/ \| | (?=[A-Z_]+$)/);
    const outcome = await project.call([...line.split(" "), "--json"]);
    assert.equal(outcome.exit, Number(exit), line);
    assert.match(outcome.stderr, new RegExp(`^error: ${code}: .+\\nhint: .+\\n$`), line);
    assert.equal(JSON.parse(outcome.stdout).error.code, code, line);
  }
  assert.deepEqual(readTree(project.base), before);
});

test("list shows an archived memory as such", async (t) => {
  const { call, save, done } = await initProject(t);
  await save(ID, { name: "Deploy window" });
  await done(["archive", ID]);
  const said = `inferred    ${ID} [archived]\n            Deploy window: written here\n`;
  await playRows(call, [["list", 0, said]]);
});
