// A setup that the disk fails at one call, or that is killed there, goes on when it is run again, and comes to the same end: the
// program at its place, the key, the answers, the client's settings, and each note that the person wanted once.

import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { addNotes, type Walk, walk } from "../cli/connect/setup-walk.ts";
import { IS_DEEP } from "../deep.ts";
import { atTerminal } from "../fixture/at-terminal.ts";
import { AGAIN, CHOOSE, PASSPHRASE, WRITTEN } from "../fixture/keyed-project.ts";
import type { Outcome } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";
import { endProcess } from "./end-process.ts";
import { faultyCli } from "./faulty-process.ts";
import { armFaults, disarmFaults } from "./fs-faults.ts";
import { chanceOf, HOW_TO_REPEAT, sampleOf } from "./sample.ts";
import { readSnapshot, restoreSnapshot } from "./snapshot.ts";
import type { Call, FaultPlan } from "./trouble.ts";

const ANSWERS: readonly (readonly [asked: RegExp, typed: string])[] = [
  [/passphrase|once more/, PASSPHRASE],
  [/on paper|Go on/, ""],
  [/provider\. \[|Change an answer/, "n"],
  [/now\? \[Y\/n\]|name: Deploying[\s\S]*q\]uit:/, "y"],
  [/q\]uit:/, "a"],
];

function answer(question: string): string | undefined {
  return ANSWERS.find(([asked]) => asked.test(question))?.[1];
}

function freshHome(owner: Owner): Walk {
  const project = walk(owner, ["claude"], "test");
  addNotes(project);
  // A package has to be copied, because it lies in a temporary directory.
  const about = JSON.stringify({ name: "credence", version: "1.0.0" });
  writeFileSync(join(project.base, "opt/package.json"), about);
  return project;
}

async function assertWhole(project: Walk, where: string): Promise<void> {
  // Of the notes one holds a secret, and is left out each time.
  const { exit, stdout, stderr } = await project.setUp(answer);
  assert.deepEqual([exit === 70, stderr.includes("error:")], [false, false], `${where}\n${stdout}${stderr}`);
  const launched = readFileSync(join(project.state, "launch"), "utf8");
  assert.match(launched, /\nprogram=\S+\/credence\/program\/1\.0\.0\/dist\/credence\.cjs\n/, where);
  assert.ok(existsSync(join(project.credenceHome, "program/1.0.0/dist/credence.cjs")), where);
  assert.equal(project.hasKey(), true, where);
  assert.deepEqual(project.config(), { capture: { enabled: false }, roots: { auto: true } }, where);
  assert.match(readFileSync(join(project.home, ".claude/settings.json"), "utf8"), /state\/launch/, where);
  const standings = await project.standings();
  assert.deepEqual(
    standings.map((each) => each.split(" ")[0]),
    ["project_deploy", "reference_board", "user_tabs"],
    where,
  );
}

async function runFailing(
  project: Walk,
  plan: FaultPlan,
): Promise<{ outcome: Outcome; calls: readonly Call[] }> {
  armFaults(plan);
  try {
    const outcome = await project.setUp(answer);
    return { outcome, calls: disarmFaults() };
  } finally {
    disarmFaults();
    endProcess(project.base);
  }
}

const SAMPLE = { full: 2, killed: 20 };

test("a full disk at any call of a setup is told, and the next run goes on", async (t) => {
  const project = freshHome(t);
  const start = readSnapshot(project.base);
  const plan = { under: project.base, at: 0, trouble: { kind: "none" } } as const;
  const { calls } = await runFailing(project, plan);
  await assertWhole(project, "without trouble");
  const numbers = sampleOf(
    calls.map((_, index) => index + 1),
    SAMPLE.full,
    chanceOf(t),
  );
  for (const at of numbers) {
    restoreSnapshot(project.base, start);
    const trouble = { kind: "fail", code: "ENOSPC", lasting: false } as const;
    const { outcome } = await runFailing(project, { ...plan, at, trouble });
    const where = `${at} ${calls[at - 1]?.name} ${calls[at - 1]?.path} ${HOW_TO_REPEAT}`;
    assert.ok([0, 1].includes(outcome.exit), `${where}\n${outcome.stdout}${outcome.stderr}`);
    await assertWhole(project, where);
  }
});

const REPLIES = [
  ["provider. [", "n"],
  ["Go on?", ""],
  [CHOOSE, PASSPHRASE],
  [AGAIN, PASSPHRASE],
  [WRITTEN, ""],
  ["now? [Y/n]", "y"],
  // Of the four notes one holds a secret.
  ["[q]uit:", "y"],
  ["[q]uit:", "a"],
  ["[q]uit:", "a"],
] as const;

/** Each takes a terminal and a process of its own. */
for (const kills of IS_DEEP ? [SAMPLE.killed] : [])
  test("a setup that is killed at any call goes on when it is run again", async (t) => {
    const script = await faultyCli();
    const project = freshHome(t);
    const start = readSnapshot(project.base);
    const plan = { under: project.base, at: 0, trouble: { kind: "none" } } as const;
    const { calls } = await runFailing(project, plan);
    let [killed, last] = [0, ""];
    for (let kill = 0; kill < kills; kill += 1) {
      const at = Math.floor((calls.length * (kill + 0.5)) / kills) + 1;
      restoreSnapshot(project.base, start);
      const { exit, text } = await atTerminal(project, ["setup"], {
        ...{ script, replies: REPLIES },
        env: { PATH: project.path, FAULT_PLAN: JSON.stringify({ ...plan, at, trouble: { kind: "kill" } }) },
      });
      killed += Number(exit === 137);
      last = text;
      await assertWhole(project, `killed before call ${at} of ${calls.length}\n${text}`);
    }
    // The program is not copied from where it is built for these tests, so there are fewer calls.
    assert.ok(killed > kills / 2, `${killed} of ${kills}\n${last}`);
  });
