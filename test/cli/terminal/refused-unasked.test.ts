// What can be refused without the key is refused before anybody types a passphrase, and an agent learns nothing by it.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { playRows } from "../../fixture/command-rows.ts";
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
  const { call, base } = await sealed;
  const before = readTree(base);
  await playRows(
    call,
    REFUSED.map(([line, exit, code]) => [
      line,
      exit,
      new RegExp(`^error: ${code}: .+\nhint: .+\n$`),
      { answers: [] },
    ]),
  );
  assert.deepEqual(readTree(base), before);
});

test("where there is nothing to do, that is said without a passphrase", async () => {
  const { call, root } = await sealed;
  const before = readTree(root);
  const nobody = { answers: [], stdin: BODY };
  const same = `nothing changed: ${MINE} already says this\n`;
  await playRows(call, [
    ["gc", 0, "nothing is due\n", nobody],
    [`update ${MINE}`, 0, same, nobody],
    [`update ${MINE} --name ${MINE} --body-file -`, 0, same, nobody],
    ["observer test", 1, /^the Observer is off:/, nobody],
  ]);
  assert.deepEqual(readTree(root), before);
});

test("what the key would change still asks for it, and nothing changes where nobody types it", async () => {
  const { call, root } = await sealed;
  const before = readTree(root);
  const calls = `restore ${LOWERED}, reaffirm ${MINE}, forget ${MINE} --reason x, edit ${MINE}, update ${MINE} --name Other`;
  const untyped = /^(?:.*\n)*error: NEEDS_PERSON: no passphrase was typed/;
  await playRows(
    call,
    calls.split(", ").map((line) => [line, 1, untyped, { answers: [] }]),
  );
  assert.deepEqual(readTree(root), before);
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
