// Node is gone, or what hooks start is older than machine state: the next session says so with a command, and that command, run as
// it was printed, mends it. What happens when the program is gone is in upgrade.test.ts.

import assert from "node:assert/strict";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { atTerminal } from "../fixture/at-terminal.ts";
import { expectDone, runProcess } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";
import { expectAtWork, type OldHome, oldHome } from "./old-home.ts";
import { commandIn, namedProgram, readSession, typeCommand } from "./printed-command.ts";

async function upgradedHome(owner: Owner): Promise<OldHome> {
  const project = await oldHome(owner);
  project.done("new", "upgrade", "--yes");
  return project;
}

// A copy of Node is 100 MB, and a whole version is made.
if (IS_DEEP) {
  test("Node removed: it is said, and with another one in place credence install mends it", async (t) => {
    const project = await upgradedHome(t);
    const launcher = join(project.state, "launch");
    const node = join(project.base, "node-away/bin/node");
    mkdirSync(dirname(node), { recursive: true });
    copyFileSync(process.execPath, node);
    const start = (...args: string[]) =>
      expectDone(
        runProcess([node, join(project.packages.new, "dist/credence.cjs"), ...args], {
          cwd: project.top,
          env: project.env,
        }),
      );
    start("install");
    // Whatever this machine has elsewhere is none of this person's.
    const text = readFileSync(launcher, "utf8");
    writeFileSync(launcher, text.replaceAll(/ \/(?:usr|opt)\/\S*bin\/node/g, ""));
    rmSync(node);
    const said = readSession(project, "node");
    assert.match(said, /^credence: Node is gone \(.*\), .*: install Node 22\.16 or newer, then run credence/);
    const next = join(project.home, ".nvm/versions/node/v99.0.0/bin");
    mkdirSync(next, { recursive: true });
    symlinkSync(process.execPath, join(next, "node"));
    // It is found by itself, before anybody does anything.
    expectAtWork(project, "Node back");
    typeCommand(project, project.packages.new, commandIn(said));
    expectAtWork(project, "Node removed");
  });

  test("state from the future: the session names the version that is kept, and its printed upgrade mends it", async (t) => {
    const project = await upgradedHome(t);
    const launcher = join(project.state, "launch");
    const older = readFileSync(launcher, "utf8");
    const place = makeNewer(project, "0.3.0");
    const script = join(place, "dist/credence.cjs");
    expectDone(
      runProcess([process.execPath, script, "upgrade", "--yes"], { cwd: project.top, env: project.env }),
    );
    const kept = join(project.credenceHome, "program/0.3.0");
    assert.equal(namedProgram(project), join(kept, "dist/credence.cjs"));
    const record = JSON.parse(readFileSync(join(project.state, "version.json"), "utf8"));
    assert.deepEqual([record.state, record.version], [3, "0.3.0"]);
    // The older one is started again, as by a backup that brought its launcher back.
    writeFileSync(launcher, older);
    const said = readSession(project, "future");
    const command = commandIn(said);
    assert.equal(command, `credence upgrade ${kept}`);
    const { exit, text } = await atTerminal(project, command.split(" ").slice(1), {
      script: join(project.packages.new, "dist/credence.cjs"),
      replies: [["Go on? [Y/n]", "y"]],
    });
    assert.equal(exit, 0, text);
    assert.equal(namedProgram(project), join(kept, "dist/credence.cjs"));
    expectAtWork(project, "from the future");
    assert.doesNotMatch(readSession(project, "after the future"), /machine state was last used/);
  });
}

/** This version under another name, whose machine state has another format. */
function makeNewer(project: OldHome, version: string): string {
  const place = join(project.base, `newer-${version}`);
  cpSync(project.packages.new, place, { recursive: true });
  const build = /-([0-9a-f]{16})-v/.exec(readdirSync(join(project.state, "compiled")).join(" "))?.[1];
  assert.ok(build !== undefined);
  let changed = 0;
  for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.c?js$|^package\.json$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const text = readFileSync(path, "utf8");
    // Of a build with its own name: code that was compiled for another is not for it.
    const next = text
      .replaceAll('"0.2.0"', JSON.stringify(version))
      .replaceAll(build, "0".repeat(16))
      .replaceAll(
        /(\bSTATE_FORMAT ?= ?|\bformat\d* ?> ?|\.state ?> ?|\bstate: ?)2\b/g,
        (_, before: string) => `${before}3`,
      );
    if (next !== text) changed += 1;
    writeFileSync(path, next);
  }
  assert.ok(changed > 3);
  return place;
}
