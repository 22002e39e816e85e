// Whatever the disk does, a hook gets an answer and no exception, and nothing private or half-cleaned is left.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { triageSession } from "../../../src/app/capture/triage.ts";
import { armFaults, disarmFaults } from "../../faults/fs-faults.ts";
import type { FaultPlan } from "../../faults/trouble.ts";
import {
  type CaptureProject,
  captureProject,
  endOf,
  FROM,
  promptOf,
  toolOf,
} from "../../fixture/capture-project.ts";
import { findText } from "../../fixture/tree.ts";

const CALLS_MAX = 12;

function withFault<Result>(plan: FaultPlan, work: () => Result): Result {
  armFaults(plan);
  try {
    return work();
  } finally {
    disarmFaults();
  }
}

function failing(project: CaptureProject, at: number, code: string): FaultPlan {
  return { under: join(project.state, "spool"), at, trouble: { kind: "fail", code, lasting: true } };
}

for (const code of ["ENOSPC", "EROFS", "EACCES", "EIO"]) {
  test(`a disk that answers ${code} at any call costs a line and no session`, (t) => {
    const project = captureProject(t);
    for (let at = 1; at <= CALLS_MAX; at += 1) {
      rmSync(join(project.state, "spool"), { recursive: true, force: true });
      const outcomes = withFault(failing(project, at, code), () => [
        project.capture(promptOf("one", { prompt: "p1" })),
        project.capture(endOf("two", { prompt: "p1" })),
      ]);
      for (const outcome of outcomes) {
        if (outcome.kind === "failed") assert.equal(outcome.why, code);
        else if (outcome.kind === "skipped") assert.equal(outcome.why, "no-open-turn");
      }
      const captured = outcomes.filter(({ kind }) => kind === "captured").length;
      assert.equal(project.records().length, captured);
      assert.equal(project.capture(promptOf("later", { prompt: "p2" })).kind, "captured");
    }
  });
}

for (const [code, unnamed] of [
  ["ENOSPC", true],
  // Without a name a private turn is known by its mark alone, and here not even a mark can be taken away.
  ["EROFS", false],
] as const) {
  test(`a private turn whose mark meets ${code} is private all the same`, (t) => {
    const project = captureProject(t, { observer: { user_turns_only: false } });
    for (const prompt of unnamed ? [null, "p2"] : ["p2"]) {
      project.capture(promptOf("open", { prompt: prompt === null ? null : "p1" }));
      withFault(failing(project, 1, code), () =>
        project.capture(promptOf("<private>x</private>", { prompt })),
      );
      const late = project.capture(toolOf({ response: "zebrakiwi" }, { prompt }));
      assert.deepEqual(late, { kind: "skipped", why: "no-open-turn" });
    }
    assert.deepEqual(findText(project.state, "zebrakiwi"), []);
  });
}

test("a spool that is no directory, and turns that are no turns, fail quietly", (t) => {
  const project = captureProject(t);
  mkdirSync(join(project.state, "spool"), { mode: 0o700 });
  writeFileSync(project.spool, "a file");
  assert.equal(project.capture(promptOf("one")).kind, "failed");
  assert.equal(triageSession(project.place(), { session: "s1", now: FROM.now }).kind, "failed");
  const other = captureProject(t);
  other.capture(promptOf("one"));
  const [turns = ""] = findText(other.spool, '"isOpen"');
  for (const text of [
    "",
    "{",
    "[]",
    '{"v":1}',
    '{"v":2,"isOpen":true,"turns":[],"triaged":0}',
    '{"v":1,"isOpen":true,"turns":[7],"triaged":0}',
  ]) {
    writeFileSync(join(other.spool, turns), text);
    assert.deepEqual(other.capture(endOf("two")), { kind: "skipped", why: "no-open-turn" }, text);
  }
});

test("a value that cannot be read as text fails without a word of it", (t) => {
  const project = captureProject(t, { observer: { user_turns_only: false } });
  project.capture(promptOf("one"));
  const odd = {
    get zebrakiwi(): string {
      throw new Error("zebrakiwi");
    },
  };
  assert.deepEqual(project.capture(toolOf({ input: odd })), { kind: "failed", why: "Error" });
  assert.deepEqual(findText(project.state, "zebrakiwi"), []);
  assert.ok(existsSync(project.spool));
});
