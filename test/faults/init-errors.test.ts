// The disk gives up while `credence init` makes keys, a state and a root. The next try, on a disk that works, finds
// nothing in its way.

import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { test } from "node:test";
import { inProcess } from "../fixture/command-in-process.ts";
import { expectDone, type ScratchProject, scratchProject } from "../fixture/scratch-project.ts";
import { endProcess } from "./end-process.ts";
import { armFaults, disarmFaults } from "./fs-faults.ts";
import { chanceOf, HOW_TO_REPEAT, sampleOf } from "./sample.ts";
import { filesOf, readSnapshot } from "./snapshot.ts";
import type { Call } from "./trouble.ts";

type Init = {
  readonly args: readonly string[];
  readonly makes: (project: ScratchProject) => string[];
  readonly inGit?: boolean;
};

const INITS: readonly Init[] = [
  { args: ["init", "--test-state"], makes: ({ credenceHome, root }) => [credenceHome, root] },
  // The state is there by then.
  { args: ["init", "--scope", "user"], makes: ({ userRoot }) => [userRoot] },
  { args: ["init", "--private"], makes: ({ userRoot }) => [userRoot], inGit: true },
];

/** How many calls of each the quick gate tries. */
const SAMPLE = 5;

const UNRECORDED =
  /^warning: machine state cannot be written \(READ_ONLY\), so what is new here is not remembered: credence doctor\n$/;

for (const { args, makes, inGit = false } of INITS) {
  test(`credence ${args.join(" ")} that fails at any call can be run again and leaves nothing temporary`, async (t) => {
    const project = scratchProject(t, { state: "none", inGit });
    const run = inProcess(project);
    expectDone(await run(["init", "--test-state"]));
    const removeMade = (): void =>
      makes(project).forEach((path) => void rmSync(path, { recursive: true, force: true }));
    let calls: readonly Call[] = [];
    // The first time the state learns of the place, too.
    for (const _ of [1, 2]) {
      removeMade();
      armFaults({ under: project.base, at: 0, trouble: { kind: "none" } });
      expectDone(await run(args));
      calls = disarmFaults();
    }
    const numbers = calls.map((_, index) => index + 1);
    for (const at of sampleOf(numbers, SAMPLE, chanceOf(t))) {
      removeMade();
      armFaults({ under: project.base, at, trouble: { kind: "fail", code: "EIO", lasting: true } });
      const { exit, stderr } = await run(args);
      assert.ok(disarmFaults().length >= at, `there was no call ${at}`);
      endProcess(project.base);
      const where = `call ${at} ${HOW_TO_REPEAT}`;
      // Everything is made, and only where the root lies could not be written down: the next command does that.
      const expected = exit === 0 ? UNRECORDED : /^error: READ_ONLY: [^\n]+\nhint: [^\n]+\n$/;
      assert.match(stderr, expected, where);
      if (exit === 0) for (const path of makes(project)) assert.equal(existsSync(path), true, where);
      expectDone(await run(args));
      expectDone(await run(["doctor", "--repair"]));
      const left = [...filesOf(readSnapshot(project.base)).keys()].filter((name) => name.endsWith(".tmp"));
      assert.deepEqual(left, [], where);
    }
  });
}
