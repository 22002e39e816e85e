// What uninstall leaves is named, and what a purge removes: everything of ours, nothing else, and no memory without a word.

import assert from "node:assert/strict";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { initRoot } from "../../../src/app/workspace/init-root.ts";
import { makeState } from "../../../src/app/workspace/made-directories.ts";
import { findEntry } from "../../../src/store/paths.ts";
import { markTestState } from "../../../src/store/state-directory.ts";
import { IS_DEEP } from "../../deep.ts";
import { armFaults, disarmFaults } from "../../faults/fs-faults.ts";
import { type CallOptions, inProcess } from "../../fixture/command-in-process.ts";
import { PASSPHRASE } from "../../fixture/keyed-project.ts";
import { type Outcome, type ScratchProject, scratchProject } from "../../fixture/scratch-project.ts";
import type { Owner } from "../../temp-dir.ts";
import { DENIES, standIn } from "./connect-project.ts";

type Machine = ScratchProject & {
  readonly call: (
    args: readonly string[],
    answers?: readonly string[],
    options?: CallOptions,
  ) => Promise<Outcome>;
  /** Every entry of the home: a file with its text, a link with its end, a directory with its mode. */
  readonly look: () => Record<string, string>;
};

/** Machine state at its usual place in the home; `quick` makes it a test state, in which a key costs next to nothing. */
function machine(owner: Owner, quick = true): Machine {
  const project = scratchProject(owner, { state: "none" });
  const state = join(project.home, ".local/state/credence");
  if (quick) markTestState(makeState({ state, cache: join(project.home, ".cache/credence") }).path);
  const bin = join(project.base, "bin");
  mkdirSync(bin);
  for (const [name, version] of [
    ["claude", "2.1.50"],
    ["codex", "codex-cli 0.166.0"],
  ] as const) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho '${version}'\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const clone = join(project.base, "clone");
  const program = { node: process.execPath, script: standIn(join(clone, "dist"), DENIES) };
  mkdirSync(join(clone, ".git"));
  writeFileSync(join(clone, "package.json"), JSON.stringify({ name: "credence", version: "1.0.0" }));
  const env = { CREDENCE_HOME: "", PATH: `${bin}:/usr/bin:/bin` };
  const call = inProcess(project);
  return {
    ...project,
    state,
    call: (args, answers, options = {}) =>
      call(args, {
        program,
        ...options,
        env: { ...env, ...options.env },
        ...(answers === undefined ? {} : { answers }),
      }),
    look: () => look(project.home),
  };
}

function look(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const mode = (lstatSync(path).mode & 0o777).toString(8);
      return [
        path.slice(directory.length + 1),
        entry.isFile() ? `${mode} ${readFileSync(path, "utf8")}` : mode,
      ];
    }),
  );
}

/** To seal a key takes a third of a second, twice; one without a passphrase lies in the same file. */
const SETUP = IS_DEEP ? ["", "", PASSPHRASE, PASSPHRASE, ""] : ["", "", "none", "none"];

function makeRoot({ top, home, state }: Machine, kind: "user" | "personal" | "shared"): string {
  const env = { CREDENCE_HOME: "" };
  const places = { cwd: top, home, env, state, cache: null, root: null, scope: null };
  const presence = { kind: "nobody", why: "there is no terminal" } as const;
  return initRoot({ ...places, presence, now: Date.now() }, { kind, testState: false }).path;
}

async function save(on: Machine, scope: "user" | "project", name: string): Promise<void> {
  const words = [
    "--name",
    name,
    "--description",
    `${name} it is`,
    "--body",
    `${name} it is, on every day of the week.`,
  ];
  const { exit, stderr } = await on.call(["save", "--scope", scope, "--type", scope, ...words]);
  assert.equal(exit, 0, stderr);
}

test("a home in which nothing was saved is as it was before setup, byte for byte", async (t) => {
  // Some of the directories are there, and some are not; a key of a real state takes its time.
  for (const before of IS_DEEP ? ["bare", "used"] : ["used"]) {
    const on = machine(t, false);
    if (before === "used") {
      for (const path of [".claude", ".cache"]) mkdirSync(join(on.home, path), { recursive: true });
      writeFileSync(join(on.home, ".claude/settings.json"), '{ "model": "opus" }\n');
      writeFileSync(join(on.home, ".claude.json"), '{\n  "numStartups": 7\n}\n', { mode: 0o600 });
    }
    const first = on.look();
    const set = await on.call(["setup"], SETUP);
    assert.equal(set.exit, 0, set.stderr);
    for (const place of [
      ".local/share/credence/1.0.0",
      ".local/state/credence/keys",
      ".claude/claude-memory",
    ])
      assert.ok(existsSync(join(on.home, place)), place);
    assert.equal((await on.call(["search", "tea"])).exit, 0);
    assert.ok(existsSync(join(on.home, ".cache")));
    const { exit, stdout, stderr } = await on.call(["uninstall", "--purge"], ["purge"]);
    assert.deepEqual([exit, stderr], [0, ""]);
    assert.match(stdout, /^goes {6}our entries in .*\/\.codex\/hooks\.json$/m);
    assert.match(stdout, /^goes {6}your keys: what you approved becomes foreign here, and withheld, /m);
    assert.deepEqual(on.look(), first);
    assert.match(
      (await on.call(["uninstall", "--purge"], ["purge"])).stdout,
      /^nothing of Credence is left /,
    );
    assert.deepEqual(on.look(), first);
  }
});

test("uninstall says what stays and where, and makes nothing on a machine where nothing was", async (t) => {
  const on = machine(t, false);
  const first = on.look();
  const none = await on.call(["uninstall"]);
  assert.deepEqual([none.exit, none.stdout.includes("stays")], [0, false], none.stderr);
  assert.deepEqual(on.look(), first);
  await on.call(["setup", "--yes"]);
  makeRoot(on, "user");
  await save(on, "user", "Tea");
  const { stdout } = await on.call(["uninstall"]);
  assert.match(stdout, /^removed the program from .*\/\.local\/share\/credence$/m);
  assert.match(
    stdout,
    /^stays {5}.*\/state\/credence: this machine's key, whom you trust, settings, receipts, /m,
  );
  assert.match(stdout, /^stays {5}.*\/\.cache\/credence: the search index$/m);
  assert.match(stdout, /^stays {5}.*\/claude-memory: 1 memory$/m);
  // The program that ran this is still there, and is named.
  assert.match(stdout, /\nto remove that too: \S+ \S+ uninstall --purge; your memories stay\n$/);
});

test("memories stay, and go only with --memories and a second word; a shared root always stays", async (t) => {
  const on = machine(t);
  const [shared, user] = [makeRoot(on, "shared"), makeRoot(on, "user")];
  await save(on, "project", "Deploy");
  await save(on, "user", "Tea");
  const memory = look(join(user, "memories"));
  const whole = on.look();
  for (const [answers, word] of [
    [["no"], "purge"],
    [["purge", ""], "memories"],
  ] as const) {
    const no = await on.call(["uninstall", "--purge", "--memories"], answers);
    assert.match(no.stderr, new RegExp(`^error: DECLINED: you did not type ${word}\n`));
    assert.deepEqual(on.look(), whole);
  }
  const kept = await on.call(["uninstall", "--purge"], ["purge"]);
  assert.equal(kept.exit, 0, kept.stderr);
  assert.match(kept.stdout, /^stays {5}.*\/claude-memory: 1 memory; --memories removes it too$/m);
  assert.match(kept.stdout, /^stays {5}.*\/project\/\.claude\/memory: 1 memory; its project's own: git rm /m);
  assert.deepEqual(look(join(user, "memories")), memory);
  assert.equal(existsSync(on.state), false);
  // Nobody vouches for it any more.
  assert.match((await on.call(["list", "--scope", "user"])).stdout, /foreign/);
  const gone = await on.call(["uninstall", "--purge", "--memories"], ["purge", "memories"]);
  assert.equal(gone.exit, 0, gone.stderr);
  assert.deepEqual([existsSync(user), existsSync(join(shared, "memories/project_deploy.md"))], [false, true]);
});

test("what lies beside the program's copies is not ours: neither setup nor uninstall removes it", async (t) => {
  const on = machine(t);
  const base = join(on.home, ".local/share/credence");
  for (const path of ["0.0.9/dist/x.js", "thesis/a.txt", "bin/other", "notes.txt"]) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), "mine\n");
  }
  const before = look(base);
  mkdirSync(join(on.home, ".local/bin"), { recursive: true });
  symlinkSync(join(base, "bin/credence"), join(on.home, ".local/bin/credence"));
  for (let time = 0; time < 2; time += 1) assert.equal((await on.call(["setup", "--yes"])).exit, 0);
  const planned = await on.call(["uninstall", "--dry-run"]);
  assert.match(planned.stdout, /^would remove .*\/credence\/1\.0\.0\nwould remove .*\/bin\/credence$/m);
  const { stdout } = await on.call(["uninstall"]);
  assert.match(stdout, /^removed the program from .*\/\.local\/share\/credence$/m);
  assert.deepEqual(look(base), before);
  assert.equal(findEntry(join(on.home, ".local/bin/credence")), null);
});

test("no link leads the removal out of what is ours", async (t) => {
  const on = machine(t);
  makeRoot(on, "personal");
  await save(on, "project", "Deploy");
  const outside = join(on.base, "outside");
  mkdirSync(join(outside, "memories"), { recursive: true });
  writeFileSync(join(outside, "root.json"), readFileSync(join(makeRoot(on, "personal"), "root.json")));
  writeFileSync(join(outside, "memories/project_mine.md"), "mine\n");
  const first = look(outside);
  symlinkSync(outside, join(on.state, "spool"));
  symlinkSync(outside, join(on.state, "keys/more"));
  symlinkSync(outside, join(on.home, ".cache/credence", "0".repeat(32)));
  symlinkSync(outside, join(on.userRoot, "projects/linked-0"));
  const { exit, stderr } = await on.call(["uninstall", "--purge", "--memories"], ["purge", "memories"]);
  assert.equal(exit, 0, stderr);
  assert.deepEqual(look(outside), first);
  assert.equal(existsSync(on.state), false);
  // A user root that is a link is the person's own arrangement.
  const linked = machine(t);
  mkdirSync(join(linked.home, ".claude"));
  symlinkSync(outside, linked.userRoot);
  const told = await linked.call(["uninstall", "--purge", "--memories"], ["purge"]);
  assert.match(told.stdout, /^stays {5}.*\/outside: 1 memory; a link leads there: remove it yourself$/m);
  assert.deepEqual([told.exit, look(outside)], [0, first], told.stderr);
});

/** A directory elsewhere, in the place of one of ours. */
function linkFrom({ home, base }: Machine, place: string, name: string): string {
  const [path, link] = [join(base, name), join(home, place)];
  mkdirSync(path, { recursive: true, mode: 0o700 });
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(path, link);
  return path;
}

function put(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "mine\n");
}

test("what others put beside the program, the indexes and the memories stays, also behind a link to their place", async (t) => {
  const on = machine(t);
  const data = linkFrom(on, ".local/share/credence", "disk/data");
  const cache = linkFrom(on, ".cache/credence", "disk/cache");
  assert.equal((await on.call(["setup", "--yes"])).exit, 0);
  const user = makeRoot(on, "user");
  await save(on, "user", "Tea");
  assert.equal((await on.call(["search", "tea"])).exit, 0);
  const mine = [
    ...["notes.txt", ".git/HEAD"].map((name) => join(user, name)),
    ...[join(cache, "photo.txt"), join(data, "thesis/a.txt")],
  ];
  mine.forEach(put);
  const { exit, stdout, stderr } = await on.call(
    ["uninstall", "--purge", "--memories"],
    ["purge", "memories"],
  );
  assert.deepEqual([exit, stderr], [0, ""]);
  assert.match(stdout, /^goes {6}.*\/disk\/cache: the search index$/m);
  assert.match(stdout, /^goes {6}.*\/disk\/data: the program$/m);
  for (const link of [".local/share/credence", ".cache/credence"])
    assert.equal(findEntry(join(on.home, link))?.isSymbolicLink(), true, link);
  for (const path of mine) assert.equal(readFileSync(path, "utf8"), "mine\n");
  assert.equal(existsSync(on.state), false);
  assert.deepEqual(readdirSync(user).sort(), [".git", "notes.txt"]);
  assert.deepEqual([readdirSync(cache), readdirSync(data)], [["photo.txt"], ["thesis"]]);
});

test("machine state behind a link is emptied, and the link and its directory stay", async (t) => {
  const on = machine(t, false);
  const state = linkFrom(on, ".local/state/credence", "disk/state");
  assert.equal((await on.call(["setup", "--yes"])).exit, 0);
  assert.ok(readdirSync(state).length > 0);
  assert.equal((await on.call(["uninstall", "--purge"], ["purge"])).exit, 0);
  assert.deepEqual(readdirSync(state), []);
  assert.equal(findEntry(on.state)?.isSymbolicLink(), true);
});

test("killed at any step, the next purge finishes it", async (t) => {
  const on = machine(t);
  makeRoot(on, "user");
  makeRoot(on, "personal");
  await save(on, "user", "Tea");
  await on.call(["setup", "--yes"]);
  const copy = join(on.base, "copy");
  cpSync(on.home, copy, { recursive: true });
  const word = (question: string): string => /type (\w+) to /.exec(question)?.[1] ?? "";
  const purge = (): Promise<Outcome> =>
    on.call(["uninstall", "--purge", "--memories"], undefined, { answers: word });
  armFaults({ under: on.home, at: 0, trouble: { kind: "none" } });
  assert.equal((await purge()).exit, 0);
  const steps = disarmFaults().length;
  // In the last instants nothing says any more which empty directories came with ours.
  const left = (): string[] => Object.keys(on.look()).filter((path) => !/^\.local(?:\/state)?$/.test(path));
  assert.deepEqual(left(), []);
  for (let at = 1; at <= steps; at += IS_DEEP ? 1 : Math.ceil(steps / 4)) {
    rmSync(on.home, { recursive: true });
    cpSync(copy, on.home, { recursive: true });
    chmodSync(on.state, 0o700);
    armFaults({ under: on.home, at, trouble: { kind: "fail", code: "EIO", lasting: true } });
    const failed = await purge().finally(disarmFaults);
    const { exit, stderr } = await purge();
    assert.equal(exit, 0, `${at}: ${failed.stderr} ${stderr}`);
    assert.deepEqual(left(), [], `${at} of ${steps}`);
  }
});

test("what a killed setup left in the copy of the program the next one removes, and a purge a copy that was emptied to its last step", async (t) => {
  const on = machine(t);
  await on.call(["setup", "--yes"]);
  const data = join(on.home, ".local/share/credence");
  const [copy = ""] = readdirSync(data).filter((name) => name !== "bin");
  // Of a process that no machine has.
  const left = join(data, copy, "node.999999999-x.tmp");
  writeFileSync(left, "half of it");
  await on.call(["setup", "--yes"]);
  assert.ok(!existsSync(left));
  for (const name of ["0.0.9", "thesis"]) mkdirSync(join(data, name));
  assert.equal((await on.call(["uninstall", "--purge"], ["purge"])).exit, 0);
  assert.deepEqual(readdirSync(data), ["thesis"]);
});

test("entries in a project go with a purge, and keep the program from going before", async (t) => {
  const on = machine(t);
  await on.call(["setup", "--yes"]);
  const installed = await on.call(["install", "codex", "--scope", "project"]);
  assert.equal(installed.exit, 0, installed.stdout);
  const file = join(on.top, ".codex/hooks.json");
  const { stdout } = await on.call(["uninstall"]);
  assert.match(stdout, /^stays {5}our entries in .*\/project\/\.codex\/hooks\.json$/m);
  assert.match(stdout, /^stays {5}.*\/\.local\/share\/credence: the program$/m);
  assert.ok(existsSync(file));
  assert.equal((await on.call(["uninstall", "--purge"], ["purge"])).exit, 0);
  assert.deepEqual([existsSync(join(on.top, ".codex")), existsSync(on.state)], [false, false]);
});

test("only a person purges, at the usual places, and only what looks like machine state", async (t) => {
  const on = machine(t);
  await on.call(["setup", "--yes"]);
  const before = on.look();
  const refused: [more: readonly string[], exit: number, message: RegExp, env?: Record<string, string>][] = [
    [[], 1, /^error: NEEDS_PERSON: only a person can purge .*: an agent runs/, { CLAUDECODE: "1" }],
    [[], 1, /^error: \w+: .*LD_PRELOAD/, { LD_PRELOAD: "/tmp/x.so" }],
    [["--state", on.home], 64, /^error: USAGE: --purge takes no --state and no --cache/],
    [["--json"], 64, /error: USAGE|"code": "USAGE"/],
    [["codex"], 64, /^error: USAGE: --purge removes everything/],
  ];
  const nobody = await on.call(["uninstall", "--purge"]);
  assert.match(nobody.stderr, /^error: NEEDS_PERSON: only a person can purge Credence: /);
  for (const [more, expected, message, env = {}] of refused) {
    const { exit, stdout, stderr } = await on.call(["uninstall", "--purge", ...more], ["purge"], { env });
    assert.equal(exit, expected, String(message));
    assert.match(`${stderr}${stdout}`, message);
  }
  assert.match(
    (await on.call(["uninstall", "--memories"])).stderr,
    /^error: USAGE: --memories goes with --purge/,
  );
  assert.match((await on.call(["uninstall", "--purge", "--dry-run"])).stdout, /\nnothing was removed\n$/);
  assert.deepEqual(on.look(), before);
  const own = join(on.base, "mine");
  mkdirSync(join(own, "state"), { recursive: true, mode: 0o700 });
  writeFileSync(join(own, "state/letters.txt"), "mine\n");
  const foreign = await on.call(["uninstall", "--purge"], ["purge"], { env: { CREDENCE_HOME: own } });
  assert.match(foreign.stderr, /^error: STATE_REFUSED: .*\/mine\/state does not look like machine state/);
  assert.equal(readFileSync(join(own, "state/letters.txt"), "utf8"), "mine\n");
});
