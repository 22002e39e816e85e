// Setup, from a home in which nothing was set up. The screens are what a person sees; what they answered is checked on disk.

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { markTestState } from "../../../src/store/state-directory.ts";
import { IS_DEEP } from "../../deep.ts";
import { atTerminal } from "../../fixture/at-terminal.ts";
import { type CallOptions, inProcess } from "../../fixture/command-in-process.ts";
import { AGAIN, CHOOSE, PASSPHRASE, WRITTEN } from "../../fixture/keyed-project.ts";
import { type Outcome, type ScratchProject, scratchProject } from "../../fixture/scratch-project.ts";
import { readTree } from "../../fixture/tree.ts";
import type { Owner } from "../../temp-dir.ts";
import { builtScript, DENIES, standIn } from "./connect-project.ts";

const KEY = [PASSPHRASE, PASSPHRASE, ""];
const VERSIONS = { claude: "2.1.100 (Claude Code)", codex: "codex-cli 0.166.0" } as const;

type Walk = ScratchProject & {
  /** What was asked, each with its screen. */
  readonly asked: string[];
  readonly setUp: (answers: readonly string[] | null, args?: readonly string[]) => Promise<Outcome>;
  readonly config: () => unknown;
  readonly hasKey: () => boolean;
  readonly path: string;
};

type Programs = readonly (keyof typeof VERSIONS)[];

/** In a test state trying a passphrase costs next to nothing. */
function walk(owner: Owner, programs: Programs, state: "test" | "real" = IS_DEEP ? "real" : "test"): Walk {
  const project = scratchProject(owner, { state: "none" });
  if (state === "test") markTestState(project.state);
  const bin = join(project.base, "bin");
  mkdirSync(bin);
  for (const name of programs) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho '${VERSIONS[name]}'\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const script = standIn(join(project.base, "opt", "dist"), DENIES);
  const path = `${bin}:/usr/bin:/bin`;
  const asked: string[] = [];
  const call = inProcess(project);
  const file = join(project.state, "config.json");
  return {
    ...project,
    asked,
    path,
    setUp: (answers, args = ["setup"]) => {
      const hears = (screen: string): unknown => asked.push(screen);
      const options: CallOptions = {
        env: { PATH: path },
        program: { node: process.execPath, script },
        ...(answers === null ? {} : { answers, onAsk: hears, onAskSecret: hears }),
      };
      return call(args, options);
    },
    config: () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null),
    hasKey: () => existsSync(join(project.state, "keys", "person.json")),
  };
}

const FIRST_SCREEN = `Credence 0.1.0: memory for coding agents. You decide what counts as fact.

Found    Claude Code 2.1.100 · Codex 0.166.0 · project project
Will     connect Claude Code, Codex; credence uninstall restores their settings
         keep what agents learn in ~/.claude/claude-memory, for you alone; share
         with a team later
         make your person key, with a passphrase: it signs what you approve

`;
const LAST_SCREEN = ` ✓ Claude Code connected: the guard refused a test write
   open sessions keep their old settings: start a new one
 ✓ Codex connected: the guard refused a test write
   Codex runs no hook that you have not trusted: start codex, type /hooks, read the entries, trust them
   trust covers the exact text of an entry: after every change, trust it again
Start your agent here and say:  remember that we deploy on Tuesdays
Later:  credence import (notes of other tools) · credence review · credence status
`;

test("setup asks about capture, asks whether to go on, makes the key and connects every agent; again it has nothing to do", async (t) => {
  const project = walk(t, ["claude", "codex"]);
  const { exit, stdout, stderr } = await project.setUp(["", "", ...KEY], []);
  assert.deepEqual([exit, stderr], [0, ""]);
  assert.equal(stdout, FIRST_SCREEN + LAST_SCREEN);
  assert.deepEqual(project.asked.slice(0, 2), [
    "Keep your prompts on this machine for 14 days, known secrets removed, so that\nmemories can be suggested? They are sent nowhere unless you later choose a\nprovider. [y/N] ",
    "Go on? [Y/n/details] ",
  ]);
  assert.deepEqual(project.config(), { capture: { enabled: false }, roots: { auto: true } });
  assert.equal(project.hasKey(), true);
  assert.equal(existsSync(join(project.userRoot, "memories")), true);
  assert.equal(existsSync(project.root), false);
  for (const file of [".claude/settings.json", ".codex/hooks.json"])
    assert.match(readFileSync(join(project.home, file), "utf8"), /credence\/state\/launch/);
  const before = readTree(project.base);
  const again = await project.setUp(["n"]);
  assert.equal(again.exit, 0, again.stderr);
  assert.match(
    again.stdout,
    /So far {3}Claude Code is connected · Codex is connected · you have a person key/,
  );
  assert.match(again.stdout, /memories in your home: yes · capture: off\nnothing was changed\n$/);
  assert.deepEqual(readTree(project.base), before);
  // Bare `credence` is help again.
  assert.equal((await project.setUp([], [])).exit, 64);
});

test("an answer is changed by running it again, with the passphrase, and only that answer changes", async (t) => {
  const project = walk(t, ["claude"]);
  assert.equal((await project.setUp(["y", "", ...KEY])).exit, 0);
  assert.deepEqual(project.config(), { capture: { enabled: true }, roots: { auto: true } });
  const changed = await project.setUp(["y", "", "n", PASSPHRASE]);
  assert.equal(changed.exit, 0, changed.stderr);
  assert.deepEqual(project.config(), { capture: { enabled: false }, roots: { auto: true } });
  const wrong = await project.setUp(["y", "n", "", "wrong", "wrong", "wrong"]);
  assert.match(wrong.stderr, /^(?:.*\n)*error: NEEDS_PERSON: wrong passphrase/);
  assert.deepEqual(project.config(), { capture: { enabled: false }, roots: { auto: true } });
});

test("no to going on changes nothing, and in the details every step can be declined by itself", async (t) => {
  const project = walk(t, ["claude", "codex"]);
  const before = readTree(project.base);
  assert.match((await project.setUp(["y", "n"])).stdout, /nothing was changed\n$/);
  const none = await project.setUp(["", "details", "n", "n", "n", "n", "n", "n"]);
  assert.match(none.stdout, /nothing was changed\n$/);
  assert.deepEqual(readTree(project.base), before);
  // Codex alone, and nothing else.
  const { exit, stdout } = await project.setUp(["", "d", "n", "y", "n", "y", "n", "y"]);
  assert.equal(exit, 0);
  assert.match(stdout, /its file would change/);
  assert.match(
    stdout,
    /no person key: nothing can be approved yet, and capture needs one; credence setup asks again\n/,
  );
  assert.deepEqual([project.config(), project.hasKey(), existsSync(project.userRoot)], [null, false, false]);
  assert.equal(existsSync(join(project.home, ".codex/hooks.json")), true);
  assert.equal(existsSync(join(project.home, ".claude/settings.json")), false);
});

test("interrupted at any question it has changed nothing, and goes on when it is run again", async (t) => {
  const project = walk(t, ["claude"]);
  const all = ["y", "details", "y", "y", "y", "y", "y", ...KEY];
  const before = readTree(project.base);
  for (let typed = 0; typed < all.length; typed += 1) {
    const { exit, stderr } = await project.setUp(all.slice(0, typed));
    assert.deepEqual([exit, stderr.startsWith("error: NEEDS_PERSON: no ")], [1, true], `${typed}: ${stderr}`);
    assert.deepEqual(readTree(project.base), before, String(typed));
  }
  assert.equal((await project.setUp(all)).exit, 0);
  assert.deepEqual(project.config(), { capture: { enabled: true }, roots: { auto: true } });
});

test("without an agent there is still a key and a place, and the end says what to do", async (t) => {
  const project = walk(t, []);
  const { exit, stdout } = await project.setUp(["", "", ...KEY]);
  assert.equal(exit, 0);
  assert.match(stdout, /^Found {4}no coding agent that Credence knows · project project$/m);
  assert.match(stdout, /^No agent is connected: credence setup looks again\. Meanwhile: credence save "…"$/m);
  assert.deepEqual([project.hasKey(), existsSync(project.userRoot)], [true, true]);
});

test("--yes connects agents and does nothing else; nobody is asked, and an agent is refused", async (t) => {
  const project = walk(t, ["claude"]);
  const before = readTree(project.base);
  const alone = await project.setUp(null);
  assert.match(
    alone.stderr,
    /^error: NEEDS_PERSON: setup asks a person: .*\nhint: credence setup --yes connects /,
  );
  const agent = await inProcess(project)(["setup", "--yes"], { env: { CLAUDECODE: "1" } });
  assert.match(
    agent.stderr,
    /^error: NEEDS_PERSON: only a person can set up Credence: an agent runs this command/,
  );
  assert.deepEqual(readTree(project.base), before);
  const { exit, stdout } = await project.setUp(null, ["setup", "--yes"]);
  assert.equal(exit, 0);
  assert.match(stdout, /^Claude Code 2\.1\.100: connected$/m);
  assert.deepEqual([project.config(), project.hasKey(), existsSync(project.userRoot)], [null, false, false]);
  // A person who comes later is still asked.
  const later = await project.setUp(["", "n"]);
  assert.equal(later.stderr, "");
  assert.match(later.stdout, /So far {3}Claude Code is connected\n/);
});

test("run from a clone it copies itself to a place of its own; two versions stay, and uninstall takes them away", async (t) => {
  const project = walk(t, ["claude"]);
  const base = join(project.credenceHome, "program");
  const launched = (): string => readFileSync(join(project.state, "launch"), "utf8");
  const setUpFrom = async (version: string, does = DENIES, node = process.execPath): Promise<Outcome> => {
    const clone = join(project.base, "clone");
    const script = standIn(join(clone, "dist"), does);
    mkdirSync(join(clone, ".git"), { recursive: true });
    writeFileSync(join(clone, "package.json"), JSON.stringify({ name: "credence", version }));
    return inProcess(project)(["setup", "--yes"], {
      env: { PATH: project.path },
      program: { node, script },
    });
  };
  assert.equal((await setUpFrom("1.0.0")).exit, 0);
  assert.match(launched(), new RegExp(`\nprogram=${base}/1\\.0\\.0/dist/credence\\.cjs\n`));
  assert.equal(readFileSync(join(base, "1.0.0/dist/credence.cjs"), "utf8"), DENIES);
  const first = readTree(base);
  assert.equal((await setUpFrom("1.0.0")).exit, 0);
  assert.deepEqual(readTree(base), first);
  // The same version, built anew: what runs from the first copy goes on.
  assert.equal((await setUpFrom("1.0.0", `${DENIES};`)).exit, 0);
  assert.match(launched(), /program\/1\.0\.0-[0-9a-f]{8}\/dist/);
  assert.equal(readFileSync(join(base, "1.0.0/dist/credence.cjs"), "utf8"), DENIES);
  assert.equal((await setUpFrom("1.1.0")).exit, 0);
  assert.equal(readdirSync(base).length, 3, readdirSync(base).join());
  assert.match(
    readFileSync(join(base, "bin/credence"), "utf8"),
    /\nprogram=.*program\/1\.1\.0\/dist\/credence\.cjs\n/,
  );
  // A Node that was fetched into the clone goes along.
  const fetched = join(project.base, "clone", "node");
  writeFileSync(fetched, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
  assert.equal((await setUpFrom("1.2.0", DENIES, fetched)).exit, 0);
  assert.match(launched(), new RegExp(`\nnode=${base}/1\\.2\\.0/node\n`));
  const gone = await project.setUp(null, ["uninstall"]);
  assert.deepEqual([gone.exit, existsSync(base)], [0, false], gone.stderr);
  assert.match(gone.stdout, /\nremoved the program from .*\/program\n$/);
});

test("at a real terminal: the built program connects a home in which nothing was set up", async (t) => {
  const project = walk(t, ["claude"], "real");
  const script = await builtScript();
  const { exit, text, echoes, unasked } = await atTerminal(project, [], {
    replies: [
      ["provider. [y/N]", "y"],
      ["Go on? [Y/n/details]", ""],
      [CHOOSE, PASSPHRASE],
      [AGAIN, PASSPHRASE],
      [WRITTEN, ""],
    ],
    env: { PATH: project.path },
    script,
  });
  assert.deepEqual([exit, echoes, unasked], [0, true, 0], text);
  assert.match(text, /✓ Claude Code connected: the guard refused a test write/);
  assert.equal(text.includes(PASSPHRASE), false);
  assert.deepEqual(project.config(), { capture: { enabled: true }, roots: { auto: true } });
  if (!IS_DEEP) return;
  const stopped = walk(t, ["claude"]);
  const before = readTree(stopped.base);
  const interrupted = await atTerminal(stopped, ["setup"], {
    replies: [["provider. [y/N]", "\u0003"]],
    env: { PATH: stopped.path },
  });
  const { "play.sh": _, ...after } = readTree(stopped.base);
  assert.deepEqual([interrupted.exit, interrupted.echoes, after], [1, true, before]);
});
