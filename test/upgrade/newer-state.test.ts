// Machine state that a newer version used last: whatever would change it is refused with the way out, and every look is answered.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { openCapture } from "../../src/app/capture/open-capture.ts";
import { withLock } from "../../src/app/change/change-root.ts";
import { openWorkspace } from "../../src/app/workspace/workspace.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import { scratchProject } from "../fixture/scratch-project.ts";
import { readTree } from "../fixture/tree.ts";

const project = scratchProject({ after });
const call = inProcess(project);
const SAID =
  "machine state was last used by Credence 0.3.0, and this version is older: it shows memories and changes nothing";
const HINT = "hint: install Credence 0.3.0 or newer, then credence upgrade\n";

/** Each alone, and those that look as well with what makes them write. */
const READERS =
  "list show search recall why receipts export check validate secret-check injection-check journal log status index config trust key spool observer corpus doctor uninstall upgrade hook git-hook mcp demo completion";
const WRITING: readonly (readonly string[])[] = [
  ["config", "set", "session.line", "false"],
  ["config", "set", "capture.enabled", "true", "--as-test-person"],
  ["trust", "add", "aaaaaaaa", "--name", "ana", "--as-test-person"],
  ["trust", "remove", "ana", "--as-test-person"],
  ["key", "passphrase", "--as-test-person"],
  ["spool", "clear", "--as-test-person"],
  ["observer", "test"],
  ["corpus", "build", "all"],
  ["doctor", "--repair"],
  ["index", "--rebuild"],
  ["init", "--never"],
];

test("every command that may write machine state is refused, says what is true, and leaves every byte", async () => {
  const words = [
    "--type",
    "project",
    "--id",
    "project_kiwi",
    "--name",
    "kiwi",
    "--description",
    "about kiwis",
  ];
  const saved = await call(["save", ...words, "--body", "Kiwis sleep by day and hunt by night."]);
  assert.equal(saved.exit, 0, saved.stderr);
  mkdirSync(join(project.home, ".claude"));
  writeFileSync(
    join(project.state, "version.json"),
    JSON.stringify({ v: 1, state: 3, version: "0.3.0", ruleSet: 2 }),
  );
  const before = readTree(project.state);
  const alone = COMMANDS.map(({ name }) => name).filter((name) => !READERS.split(" ").includes(name));
  assert.ok(alone.includes("save") && alone.includes("pause") && alone.includes("install"), alone.join(" "));
  for (const args of [...alone.map((name) => [name]), ...WRITING]) {
    const { exit, stderr } = await call(args);
    assert.equal(exit, 1, `${args.join(" ")}: ${stderr}`);
    assert.ok(stderr.endsWith(`error: NEWER_FORMAT: ${SAID}\n${HINT}`), `${args.join(" ")}: ${stderr}`);
  }
  assert.deepEqual(readTree(project.state), before);
  assert.deepEqual(readTree(join(project.home, ".claude")), {});
});

test("every look is answered, with one line about it", async () => {
  for (const args of [
    ["list"],
    ["show", "project_kiwi"],
    ["search", "kiwi"],
    ["recall", "--prompt", "when do kiwis sleep?"],
    ["status"],
    ["config", "get", "session.line"],
    ["trust", "show"],
    ["audit", "--dry-run"],
    ["doctor"],
    ["install", "--dry-run"],
  ]) {
    const { exit, stdout, stderr } = await call(args);
    assert.ok(!stderr.includes("error:") && stdout !== "", `${args.join(" ")}: ${exit} ${stdout}${stderr}`);
  }
  assert.ok((await call(["list"])).stderr.includes(`warning: ${SAID}: install Credence 0.3.0`));
});

test("no session is captured meanwhile, and a root is not written by any other way", () => {
  const place = { cwd: project.top, home: project.home, state: project.state };
  assert.equal(openCapture(place), null);
  const workspace = openWorkspace({
    ...place,
    ...{ cache: null, root: null, scope: null, env: project.env },
    presence: { kind: "nobody", why: "nobody is there" },
    now: Date.now(),
  });
  const [root] = workspace.roots;
  assert.ok(root !== undefined);
  assert.throws(() => withLock(root, () => undefined), { code: "NEWER_FORMAT", message: SAID });
  workspace.close();
  assert.equal(existsSync(join(root.path, ".lock")), false);
});
