// The whole program as it is started: what needs no command is answered without it, what it compiled is kept, and no passphrase
// is asked for by code that was kept.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { noteKept, refuseKept } from "../../src/bin/answered.ts";
import { chooseProcess } from "../../src/cli/call/compiled.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { PERSON_COMMANDS } from "../../src/memory/law/person-commands.ts";
import { builtPackage } from "../built.ts";
import { atTerminal } from "../fixture/at-terminal.ts";
import { scratchProject } from "../fixture/scratch-project.ts";

const { dist } = await builtPackage();
const project = scratchProject({ after });
const bodyOf = (bird: string): string =>
  `The ${bird} sleeps by day. Why: it is a bird of the night. How to apply: look for the ${bird} at night.`;
const save = (bird: string): string[] => [
  ...["save", "--type", "project", "--name", bird, "--description", bird, "--body", bodyOf(bird)],
];
const saved = project.run(save("Kiwi"));
assert.equal(saved.exit, 0, saved.stderr);

type Said = { readonly exit: number | null; readonly stdout: string; readonly stderr: string };

function play(file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Said {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(dist, file), ...args], {
    cwd: project.top,
    env: { ...project.env, ...env },
    encoding: "utf8",
    input: "",
  });
  return { exit: status, stdout, stderr };
}

const compiled = join(project.state, "compiled");
/** The commands of which something is kept. */
const kept = (): string[] =>
  existsSync(compiled)
    ? readdirSync(compiled).map((name) => name.replace(/-[0-9a-f]{16}-v\d+\.\d+\.\d+-\w+\.bin$/, ""))
    : [];

const CALLS: readonly (readonly string[])[] = [
  [],

  ["--json", "--version"],
  ["help", "all"],
  ["list", "--help"],

  ["list", "--nope", "--json"],
  ["hook", "claude-code", "Stop", "--help"],
];

for (const args of CALLS) {
  test(`credence ${args.join(" ")} is answered as the whole program answers it, and nothing is kept`, () => {
    assert.deepEqual(play("credence.cjs", args), play("cli.cjs", args));
    assert.deepEqual(kept(), []);
  });
}

test("an answer that cannot be written is said once, also where the tables of commands give it", () => {
  const line = `"${process.execPath}" "${join(dist, "credence.cjs")}" help > /dev/full`;
  const { status, stderr } = spawnSync("sh", ["-c", line], { env: { ...project.env }, encoding: "utf8" });
  assert.equal(status, 1);
  assert.equal(stderr.match(/^error: DISK_FULL: /gm)?.length, 1);
});

test("what a command compiled is kept once it ran, read back, and replaced where it is damaged", () => {
  assert.equal(play("credence.cjs", ["show", "nosuch"]).exit, 1);
  assert.deepEqual(kept(), []);
  const expected = play("cli.cjs", ["list"]);
  assert.match(expected.stdout, /project_kiwi/);
  assert.deepEqual(play("credence.cjs", ["list"]), expected);
  assert.deepEqual(kept(), ["cli-list"]);
  const path = join(compiled, readdirSync(compiled)[0] ?? "");
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const [first, good] = [statSync(path).ino, readFileSync(path)];
  assert.deepEqual(play("credence.cjs", ["list"]), expected);
  assert.equal(statSync(path).ino, first);
  assert.equal(play("credence.cjs", ["list", "--nope"]).exit, 64);
  for (const bytes of [Buffer.alloc(0), good.subarray(0, 5_000), Buffer.alloc(good.length)]) {
    writeFileSync(path, bytes);
    assert.deepEqual(play("credence.cjs", ["list"]), expected);
    assert.ok(readFileSync(path).length > 100_000);
  }
});

test("what found something wrong has an answer too, and is kept", () => {
  writeFileSync(join(project.root, "memories/project_bad.md"), "no memory\n");
  const expected = play("cli.cjs", ["doctor"]);
  assert.notEqual(expected.exit, 0);
  assert.deepEqual(play("credence.cjs", ["doctor"]), expected);
  assert.ok(kept().includes("cli-doctor"));
  assert.deepEqual(play("credence.cjs", ["doctor"]), expected);
  rmSync(join(project.root, "memories/project_bad.md"));
});

test("nothing is kept of a call that leaves no state behind", () => {
  const state = join(project.base, "unmade");
  play("credence.cjs", ["completion", "bash", "--state", state]);
  assert.equal(existsSync(state), false);
});

const TERMINAL = { isDevice: () => true };
const PIPED = { isDevice: () => false };
const listKept = (where: typeof PIPED): string[] =>
  COMMANDS.map(({ name }) => name)
    .filter((name) => {
      const { file, form } = chooseProcess({ args: [name], ...where });
      return file === "cli" && form !== null;
    })
    .sort();

test("at a terminal only what never asks for the passphrase starts from code that was kept", () => {
  const looking = ["completion", "doctor", "list", "log", "search", "show", "status", "statusline", "why"];
  assert.deepEqual(listKept(TERMINAL), looking);
  assert.deepEqual(listKept(PIPED), [...looking, "review", "save", "sync", "update"].sort());
  for (const { name, verbs = [""], with: options = [""] } of PERSON_COMMANDS) {
    for (const word of [...verbs, ...options.map((each) => `--${each}`)])
      assert.equal(chooseProcess({ args: [name, word], ...TERMINAL }).form, null, `${name} ${word}`);
  }
  for (const args of [
    ["doctor", "--repair"],
    ["--json", "doctor", "--repair"],
  ])
    assert.equal(chooseProcess({ args, ...TERMINAL }).form, null);
});

test("a save at a terminal keeps nothing, and a list there is kept", async () => {
  rmSync(compiled, { recursive: true, force: true });
  const script = join(dist, "credence.cjs");
  const screen = await atTerminal(project, save("Owl"), { script, replies: [["[y/N]", "n"]] });
  assert.equal(screen.exit, 0, screen.text);
  assert.deepEqual(kept(), []);
  assert.equal((await atTerminal(project, ["list"], { script })).exit, 0);
  assert.deepEqual(kept(), ["cli-list"]);
});

test("a process that runs kept code refuses to ask for a passphrase", () => {
  refuseKept();
  noteKept();
  assert.throws(() => refuseKept(), /asks for no passphrase/);
});
