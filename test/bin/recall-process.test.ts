// The small process for recall says what the whole program says, and its compiled form can harm nobody.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { builtPackage, COMPILED } from "../built.ts";
import { expectDone, scratchProject } from "../fixture/scratch-project.ts";

const { dist } = await builtPackage();
const project = scratchProject({ after });
const body = "We use pnpm and nothing else. Why: the disk. How to apply: run pnpm install.";
const named = ["--name", "Package manager", "--description", "pnpm"];
const saved = project.run(["save", "--type", "project", ...named, "--body", body]);
assert.equal(saved.exit, 0, saved.stderr);

type Said = { readonly exit: number | null; readonly stdout: string; readonly stderr: string };

type Setting = { readonly env?: Readonly<Record<string, string>>; readonly input?: string };

function play(file: string, args: readonly string[], { env = {}, input = "" }: Setting = {}): Said {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(dist, file), ...args], {
    cwd: project.top,
    env: { ...COMPILED, ...project.env, ...env },
    encoding: "utf8",
    input,
  });
  return { exit: status, stdout, stderr };
}

const compiled = (): string => join(project.state, "compiled");
const ASKED = ["recall", "--prompt", "which package manager is it, pnpm?"];

const CALLS: Readonly<Record<string, readonly string[]>> = {
  "a prompt": ASKED,
  "a prompt on standard input": ["recall", "--prompt", "-"],
  "the start of a session": ["recall", "--session-start"],

  "no prompt": ["recall"],
  "an option that does not exist": ["recall", "--prmpt", "x"],

  "a root that is none": ["recall", "--prompt", "which package manager", "--root", "/nowhere"],
};

for (const [what, args] of Object.entries(CALLS)) {
  test(`the small process answers ${what} as the whole program does`, () => {
    const input = "which package manager is it, pnpm?";
    assert.deepEqual(play("credence.cjs", args, { input }), play("cli.cjs", args, { input }));
  });
}

test("the answer of the small process is a block with the memory in it", () => {
  assert.match(
    play("credence.cjs", ASKED).stdout,
    /^<memory-context .*\n.*\n- \[PROJECT\] \(inferred\) Package manager -> /,
  );
});

test("a reader that leaves early is no error", () => {
  const line = `"${process.execPath}" "${join(dist, "credence.cjs")}" recall --session-start | true; echo "\${PIPESTATUS[0]}"`;
  const { stdout } = spawnSync("bash", ["-c", line], {
    cwd: project.top,
    env: project.env,
    encoding: "utf8",
  });
  assert.equal(stdout, "0\n");
});

test("the compiled form is kept in machine state, private, one file, and read back", () => {
  play("credence.cjs", ASKED);
  const names = readdirSync(compiled());
  assert.equal(names.length, 1);
  assert.match(names[0] ?? "", /^recall-[0-9a-f]{16}-v\d+\.\d+\.\d+-\w+\.bin$/);
  assert.equal(statSync(compiled()).mode & 0o777, 0o700);
  const path = join(compiled(), names[0] ?? "");
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const before = statSync(path).ino;
  play("credence.cjs", ASKED);
  assert.equal(statSync(path).ino, before);
});

test("a compiled form that was made without an answer is made once more by the first process that has one", () => {
  rmSync(compiled(), { recursive: true });
  const silent = ["recall", "--prompt", "/clear"];
  const size = (): number => statSync(join(compiled(), readdirSync(compiled())[0] ?? "")).size;
  assert.equal(play("credence.cjs", silent).stdout, "");
  const small = size();
  play("credence.cjs", silent);
  assert.equal(size(), small);
  const expected = play("credence.cjs", ASKED);
  const whole = size();
  assert.ok(whole > small * 1.2, `${small} and ${whole} bytes`);
  assert.equal(play("credence.cjs", silent).stdout, "");
  assert.equal(size(), whole);
  assert.deepEqual(play("credence.cjs", ASKED), expected);
});

test("a compiled form that is damaged, empty or of another version is replaced, and the answer is the same", () => {
  const expected = play("credence.cjs", ASKED);
  const path = join(compiled(), readdirSync(compiled())[0] ?? "");
  const good = readFileSync(path);
  // Of another small process.
  const other = `hook-guard-PreToolUse-${"0".repeat(16)}-v1.0.0-x64.bin`;
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from("not code"),
    good.subarray(0, 100),
    Buffer.alloc(good.length),
  ]) {
    writeFileSync(path, bytes);
    writeFileSync(join(compiled(), "other.bin"), "");
    writeFileSync(join(compiled(), `recall-${"0".repeat(16)}-v1.0.0-x64.bin`), "");
    writeFileSync(join(compiled(), other), "");
    assert.deepEqual(play("credence.cjs", ASKED), expected);
    assert.ok(readFileSync(path).length > 10_000);
    assert.deepEqual(readdirSync(compiled()).sort(), [other, basename(path)].sort());
    rmSync(join(compiled(), other));
  }
});

test("no compiled form is read from a state that is refused", () => {
  const place = join(project.top, "planted");
  mkdirSync(join(place, "state", "compiled"), { recursive: true, mode: 0o700 });
  const name = readdirSync(compiled())[0] ?? "";
  writeFileSync(join(place, "state", "compiled", name), readFileSync(join(compiled(), name)));
  const said = play("credence.cjs", ASKED, { env: { CREDENCE_HOME: place } });
  assert.equal(said.exit, 1);
  assert.match(said.stderr, /^error: STATE_REFUSED: .* is inside a work tree\n/);
});

test("a state whose compiled form cannot be kept answers all the same", () => {
  const expected = play("credence.cjs", ASKED);
  const name = readdirSync(compiled())[0] ?? "";
  writeFileSync(join(compiled(), name), "");
  chmodSync(compiled(), 0o500);
  try {
    assert.deepEqual(play("credence.cjs", ASKED), expected);
  } finally {
    chmodSync(compiled(), 0o700);
  }
});

test("nothing is compiled into a state that nobody made", () => {
  const state = join(project.base, "unmade");
  play("credence.cjs", [...ASKED, "--state", state, "--root", "/nowhere"]);
  assert.equal(existsSync(join(state, "compiled")), false);
});

test("the ledger keeps the tombstone of a forgotten memory from the forgetting on, and no recall writes to the ledger", (t) => {
  const own = scratchProject(t);
  for (const name of ["Kiwi bird", "Emu bird"]) {
    const text = [
      "--description",
      `About the ${name}`,
      "--body",
      `The ${name} sleeps by day, and hunts by night.`,
    ];
    expectDone(own.run(["save", "--type", "project", "--name", name, ...text]));
  }
  const { exit, stderr } = own.run(["forget", "project_emu_bird", "--reason", "old", "--as-test-person"]);
  assert.equal(exit, 0, stderr);
  const ask = (): void =>
    assert.match(own.run(["recall", "--prompt", "when does the kiwi bird sleep?"]).stdout, /hunts by night/);
  const ledger = listLedgers(own.state).find((path) => basename(path) === "ledger.sqlite");
  assert.ok(ledger !== undefined, "there is a ledger");
  // Together with the files beside the ledger, because a journal that stays would be a write, too.
  const seen = (): unknown =>
    listLedgers(own.state).map((path) => ({ path, at: statSync(path).mtimeMs, bytes: readFileSync(path) }));
  const before = seen();
  assert.equal(countTombstones(ledger), 1);
  for (let times = 0; times < 2; times += 1) {
    ask();
    assert.deepEqual(seen(), before);
  }
});

function listLedgers(state: string): string[] {
  const roots = join(state, "roots");
  return readdirSync(roots, { recursive: true, encoding: "utf8" })
    .filter((path) => basename(path).startsWith("ledger.sqlite"))
    .map((path) => join(roots, path));
}

function countTombstones(ledger: string): number {
  const database = new DatabaseSync(ledger, { readOnly: true });
  try {
    return Number(database.prepare("SELECT count(*) AS kept FROM tombstones").get()?.["kept"]);
  } finally {
    database.close();
  }
}
