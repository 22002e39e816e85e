// The disk gives up while `credence init` makes keys, a state and a root. The next try, on a disk that works, finds
// nothing in its way.

import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { test } from "node:test";
import { inProcess } from "../fixture/command-in-process.ts";
import { expectDone, type ScratchProject, scratchProject } from "../fixture/scratch-project.ts";
import { endProcess } from "./end-process.ts";
import { armFaults, disarmFaults } from "./fs-faults.ts";
import { filesOf, readSnapshot } from "./snapshot.ts";

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

const UNRECORDED =
  /^warning: machine state cannot be written \(READ_ONLY\), so what is new here is not remembered: credence doctor\n$/;

for (const { args, makes, inGit = false } of INITS) {
  test(`credence ${args.join(" ")} that fails at any call can be run again and leaves nothing temporary`, async (t) => {
    const project = scratchProject(t, { state: "none", inGit });
    const run = inProcess(project);
    expectDone(await run(["init", "--test-state"]));
    for (let at = 1; ; at += 1) {
      for (const path of makes(project)) rmSync(path, { recursive: true, force: true });
      armFaults({ under: project.base, at, trouble: { kind: "fail", code: "EIO", lasting: true } });
      const { exit, stderr } = await run(args);
      if (disarmFaults().length < at) break;
      endProcess(project.base);
      // Everything is made, and only where the root lies could not be written down: the next command does that.
      const expected = exit === 0 ? UNRECORDED : /^error: READ_ONLY: [^\n]+\nhint: [^\n]+\n$/;
      assert.match(stderr, expected, `call ${at}`);
      if (exit === 0) for (const path of makes(project)) assert.equal(existsSync(path), true, `call ${at}`);
      expectDone(await run(args));
      expectDone(await run(["doctor", "--repair"]));
      const left = [...filesOf(readSnapshot(project.base)).keys()].filter((name) => name.endsWith(".tmp"));
      assert.deepEqual(left, [], `call ${at}`);
    }
  });
}
