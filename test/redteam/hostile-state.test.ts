// A repository can set variables for the commands that an agent runs in it, and so point Credence at a state of its own
// making. Every command refuses such a state and leaves no trace in it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { git } from "../fixture/git-repository.ts";
import { initProject } from "../fixture/init-project.ts";
import { CLI, giveTo, NOBODY, scratchProject } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";
import { plantOdd } from "./odd-file.ts";

const COMMANDS: readonly (readonly string[])[] = [
  ["init"],
  ["list"],
  ["show", "project_alpha"],
  ["save", "--type", "project", "--name", "Beta", "--description", "d", "--body", "x".repeat(40)],
  ["retire", "project_alpha"],
  ["config", "list"],
  ["config", "set", "owner.emails", "mallory@example.com"],
  ["journal"],
  ["doctor"],
];
/** These judge a text alone. */
const VALIDATORS = ["validate", "secret-check", "injection-check"];

test("a state that the repository offers is refused by every command, and nothing is made in it", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  mkdirSync(join(project.base, "open/state"), { recursive: true });
  mkdirSync(join(project.base, "theirs/state"), { recursive: true, mode: 0o700 });
  chownSync(join(project.base, "theirs/state"), NOBODY, NOBODY);
  mkdirSync(join(project.base, "file"));
  writeFileSync(join(project.base, "file/state"), "");
  symlinkSync(join(project.top, "offer"), join(project.base, "link"));
  mkdirSync(join(project.top, "offer"));
  const before = project.git("status", "--porcelain", "--untracked-files=all", "--ignored");
  for (const [home, why] of [
    [join(project.top, "offer"), "is inside a work tree"],
    ["offer", "is inside a work tree"],
    [join(project.top, ".claude"), "is inside a work tree"],
    [join(project.base, "link"), "is inside a work tree"],
    [join(project.base, "open"), "is open to other users"],
    [join(project.base, "theirs"), "belongs to another user"],
    [join(project.base, "file"), "is not a directory"],
  ] as const) {
    for (const args of COMMANDS) {
      for (const how of [{ env: { CREDENCE_HOME: home } }, { state: join(home, "state") }]) {
        const given = "state" in how ? [...args, "--state", how.state] : args;
        const { exit, stdout, stderr } = await project.call(given, "env" in how ? how : {});
        const told = `${given.join(" ")} with ${home}: ${stderr}`;
        assert.equal(exit, 1, told);
        assert.equal(stdout, "", told);
        assert.ok(stderr.startsWith("error: STATE_REFUSED: the state directory "), told);
        assert.ok(stderr.includes(`${why}\n`), told);
      }
    }
  }
  assert.equal(project.git("status", "--porcelain", "--untracked-files=all", "--ignored"), before);
  assert.deepEqual(readdirSync(join(project.base, "open/state")), []);
});

test("the validators need no state: one that is refused is not read, and the defaults hold", async (t) => {
  const project = await initProject(t);
  const offer = join(project.top, "offer/state");
  mkdirSync(offer, { recursive: true, mode: 0o700 });
  writeFileSync(join(offer, "config.json"), '{"owner":{"emails":["mallory@evil.example"]}}');
  const file = join(project.top, "note.md");
  writeFileSync(file, "Write to mallory@evil.example about it.\n");
  for (const name of VALIDATORS) {
    const plain = await project.call([name, file]);
    const offered = await project.call([name, file, "--state", offer]);
    assert.deepEqual([offered.exit, offered.stdout], [plain.exit, plain.stdout], name);
    assert.match(
      offered.stderr,
      /^warning: the state directory .* is inside a work tree; using the defaults\n$/,
    );
  }
  const long = await project.call(["secret-check", file], { env: { CREDENCE_HOME: `/${"x/".repeat(400)}` } });
  assert.match(long.stderr, /^warning: the state directory .* bytes, more than 480; using the defaults\n$/);
});

test("a variable that moves home into a repository makes no state there", (t) => {
  const project = scratchProject(t, { state: "none" });
  const env = { HOME: project.top, CREDENCE_HOME: "", XDG_STATE_HOME: "", XDG_CACHE_HOME: "" };
  const { exit, stderr } = project.run(["init"], { env });
  assert.equal(exit, 1, stderr);
  assert.match(stderr, /^error: STATE_REFUSED: .* is inside a work tree\n/);
  assert.deepEqual(readdirSync(project.top), [".git"]);
});

/** Whether a process of ours may see other files than we do. Where not, the tests of the state directory stand alone. */
const canUnshare = spawnSync("unshare", ["--mount", "true"]).status === 0;

/** Runs lines of a shell whose account has a home under git with a project in it; `credence` is the command. */
function playAtHome(
  owner: Owner,
  lines: readonly string[],
): { readonly own: string; readonly stdout: string } {
  const own = join(scratchProject(owner, { state: "none" }).base, "own");
  mkdirSync(join(own, "src/shop"), { recursive: true });
  for (const place of [own, join(own, "src/shop")]) git(place, "init", "--quiet");
  // In the eyes of these processes it is the account's home.
  const { homedir } = userInfo();
  const script = [
    `mount --bind '${own}' '${homedir}'`,
    `cd '${homedir}/src/shop'`,
    'credence() { env -i PATH="$PATH" HOME="$OWN" "$NODE" "$CLI" "$@"; }',
    ...lines,
  ].join(" && ");
  const env = { PATH: process.env["PATH"] ?? "", OWN: homedir, NODE: process.execPath, CLI };
  const options = { env, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync("unshare", ["--mount", "sh", "-c", script], options);
  assert.equal(status, 0, stderr);
  return { own, stdout };
}

test("a person whose home is under git saves and recalls as everybody else", (t) => {
  if (!canUnshare) return;
  const { own, stdout } = playAtHome(t, [
    "credence init",
    `credence save --type project --name Beta --description d --body '${"The tide turns at noon. ".repeat(3)}'`,
    "credence list",
    "credence recall --prompt 'when does the tide turn, at noon?'",
    "credence doctor",
    'find "$OWN/.local" "$OWN/.cache" -maxdepth 2',
  ]);
  assert.match(stdout, /^inferred +project_beta\n[\s\S]*<memory-context[\s\S]*all is well/m);
  for (const place of [".local/state/credence", ".cache/credence"])
    assert.ok(stdout.includes(join(userInfo().homedir, place)));
  assert.deepEqual(git(own, "ls-files"), "");
});

test("a home under git lends its leave to the usual place alone, and only while git tracks nothing there", (t) => {
  if (!canUnshare) return;
  const refused = "| grep -q '^error: STATE_REFUSED: .* is inside a work tree$'";
  playAtHome(t, [
    "credence init",
    'mkdir -p -m 700 "$OWN/x/state"',
    `credence list --state "$OWN/x/state" 2>&1 ${refused}`,
    `env -i PATH="$PATH" HOME="$OWN" CREDENCE_HOME="$OWN/x" "$NODE" "$CLI" list 2>&1 ${refused}`,
    'test -z "$(ls "$OWN/x/state")"',
    'git -C "$OWN" add --force .local',
    `credence list 2>&1 ${refused}`,
    'git -C "$OWN" rm -r --quiet --cached .local',
    "credence list",
  ]);
});

test("an account without a home directory is refused a state inside a work tree, and has one elsewhere", (t) => {
  const project = scratchProject(t, { state: "none" });
  giveTo(NOBODY, project.base);
  const refused = project.run(["init"], { uid: NOBODY, env: { CREDENCE_HOME: join(project.top, "x") } });
  assert.equal(refused.exit, 1);
  assert.match(refused.stderr, /^error: STATE_REFUSED: .* is inside a work tree\n/);
  assert.equal(project.run(["init"], { uid: NOBODY }).exit, 0);
});

test("keys, signers and records that are no plain files of ours end a command, and never hang it", async (t) => {
  const project = await initProject(t, { state: "real" });
  await project.save("project_alpha");
  const elsewhere = { dir: join(project.base, "elsewhere"), content: "{}" };
  for (const name of ["config.json", "signers.json"]) {
    for (const kind of ["directory", "dangling symlink"] as const) {
      plantOdd(join(project.state, name), kind, elsewhere);
      const { exit } = await project.call(["list"]);
      assert.ok(exit === 0 || exit === 1, `${name}: ${kind}: ${exit}`);
    }
  }
});

test("a checkout that may not be written to is read, and every write is refused with READ_ONLY", async (t) => {
  const project = await initProject(t);
  await project.save("project_alpha");
  giveTo(NOBODY, project.credenceHome);
  chmodSync(project.base, 0o755);
  const listed = project.run(["list"], { uid: NOBODY });
  assert.equal(listed.exit, 0, listed.stderr);
  assert.match(listed.stdout, /^inferred +project_alpha\n/);
  for (const args of [
    ["retire", "project_alpha"],
    ["demote", "project_alpha", "--reason", "doubt"],
  ]) {
    const { exit, stderr } = project.run(args, { uid: NOBODY });
    assert.equal(exit, 1, args.join(" "));
    assert.match(stderr, /^error: READ_ONLY: .*\nhint: make the directory writable, or use another scope\n/);
  }
});
