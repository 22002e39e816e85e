// What can be refused without the key is refused before anybody types a passphrase, and an agent learns nothing by it.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { InitProject } from "../../fixture/init-project.ts";
import { PASSPHRASE } from "../../fixture/keyed-project.ts";
import { sealedProject } from "../../fixture/persons-project.ts";
import { readTree } from "../../fixture/tree.ts";

const BODY = "What everybody should know about what is mine.";
const NEW = "project_new";
const MINE = "project_mine";
const LOWERED = "project_lowered";
const RETIRED = "project_retired";

/** One for all tests, because each of them only sees it refused: making a sealed key takes its time. */
const sealed = usedProject();

async function usedProject(): Promise<InitProject> {
  const project = await sealedProject({ after });
  await project.save(MINE, { body: BODY, answers: ["y", PASSPHRASE] });
  for (const id of [NEW, LOWERED]) await project.save(id);
  await project.save(RETIRED, { answers: ["y", PASSPHRASE] });
  await project.done(["retire", RETIRED, "--reason", "old"], { answers: [PASSPHRASE] });
  await project.done(["demote", LOWERED, "--reason", "odd"]);
  return project;
}

const OTHER = "0".repeat(64);

/** What a person gets, with nobody to answer a question. */
const REFUSED: readonly (readonly [call: string, exit: number, code: string])[] = [
  ["promote nope", 1, "NOT_FOUND"],
  ["promote project_nope", 1, "NOT_FOUND"],
  ["edit project_nope", 1, "NOT_FOUND"],
  ["unretire project_nope", 1, "NOT_FOUND"],
  ["forget project_nope --reason x", 1, "NOT_FOUND"],
  [`forget ${MINE}`, 64, "USAGE"],
  [`promote ${NEW}`, 1, "OBSERVING"],
  [`promote ${MINE}`, 1, "WRONG_STANDING"],
  [`keep ${NEW}`, 1, "WRONG_STANDING"],
  [`keep ${MINE}`, 1, "WRONG_STANDING"],
  [`restore ${MINE}`, 1, "WRONG_STANDING"],
  [`reaffirm ${NEW}`, 1, "WRONG_STANDING"],
  [`reaffirm ${MINE} --if-digest ${OTHER}`, 1, "OCC_CONFLICT"],
  [`demote ${MINE} --reason odd --if-digest ${OTHER}`, 1, "OCC_CONFLICT"],
  [`edit ${LOWERED}`, 1, "WRONG_STANDING"],
  [`update ${RETIRED} --name Other`, 1, "WRONG_STANDING"],
  [`update ${MINE} --category other`, 64, "USAGE"],
  [`update ${MINE} --name Other --if-digest ${OTHER}`, 1, "OCC_CONFLICT"],
];

test("what the key would not change is refused before the passphrase is asked for", async () => {
  const project = await sealed;
  const before = readTree(project.base);
  for (const [call, exit, code] of REFUSED) {
    const refused = await project.call(call.split(" "), { answers: [] });
    assert.match(refused.stderr, new RegExp(`^error: ${code}: .+\nhint: .+\n$`), call);
    assert.deepEqual([refused.exit, refused.stdout], [exit, ""], call);
  }
  assert.deepEqual(readTree(project.base), before);
});

test("where there is nothing to do, that is said without a passphrase", async () => {
  const project = await sealed;
  const before = readTree(project.root);
  const gc = await project.call(["gc"], { answers: [] });
  assert.deepEqual(gc, { exit: 0, stdout: "nothing is due\n", stderr: "" });
  for (const more of ["", ` --name ${MINE} --body-file -`]) {
    const stdin = BODY;
    const { exit, stdout } = await project.call(`update ${MINE}${more}`.split(" "), { answers: [], stdin });
    assert.deepEqual([exit, stdout], [0, `nothing changed: ${MINE} already says this\n`]);
  }
  const off = await project.call(["observer", "test"], { answers: [] });
  assert.deepEqual([off.exit, off.stdout.split(":")[0]], [1, "the Observer is off"]);
  assert.deepEqual(readTree(project.root), before);
});

test("what the key would change still asks for it, and nothing changes where nobody types it", async () => {
  const project = await sealed;
  const before = readTree(project.root);
  for (const call of [
    `restore ${LOWERED}`,
    `reaffirm ${MINE}`,
    `forget ${MINE} --reason x`,
    `edit ${MINE}`,
    `update ${MINE} --name Other`,
  ]) {
    const { exit, stderr } = await project.call(call.split(" "), { answers: [] });
    assert.equal(exit, 1);
    assert.match(stderr, /^error: NEEDS_PERSON: no passphrase was typed/, call);
  }
  assert.deepEqual(readTree(project.root), before);
});

test("without a terminal a command for a person says the same of every id", async () => {
  const project = await sealed;
  for (const command of ["promote", "reaffirm", "restore", "keep", "edit", "unretire", "forget"]) {
    for (const id of [NEW, MINE, LOWERED, "project_nope", "nope"]) {
      const reason = command === "forget" ? ["--reason", "x"] : [];
      const { exit, stderr } = await project.call([command, id, ...reason]);
      const said = `error: NEEDS_PERSON: only a person can ${command} ${id}: there is no terminal`;
      assert.deepEqual([exit, stderr.split("\n")[0]], [1, said]);
    }
  }
  for (const call of ["gc", "observer test"]) {
    const { exit, stderr } = await project.call(call.split(" "));
    assert.equal(exit, 1);
    assert.match(stderr, /^error: NEEDS_PERSON: only a person can .*: there is no terminal\n/, call);
  }
});
