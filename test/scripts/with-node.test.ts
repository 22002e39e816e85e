import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type TestContext, test } from "node:test";
import { freshDir } from "../temp-dir.ts";

const SCRIPT = join(import.meta.dirname, "../../scripts/with-node.sh");

/** Stands in for a Node of some version: answers what the script asks and otherwise tells what it was given. */
const NODE = readFileSync(join(import.meta.dirname, "fake-node.sh"), "utf8");

/** Stands in for npm: writes down its arguments and makes what the real one would. */
const NPM = readFileSync(join(import.meta.dirname, "fake-npm.sh"), "utf8");

class Machine {
  readonly checkout: string;
  readonly #dir: string;

  constructor(t: TestContext, nodeVersion: string) {
    this.#dir = freshDir(t);
    this.checkout = join(this.#dir, "checkout");
    mkdirSync(join(this.checkout, "scripts"), { recursive: true });
    mkdirSync(join(this.#dir, "bin"));
    cpSync(SCRIPT, join(this.checkout, "scripts/with-node.sh"));
    writeFileSync(join(this.checkout, "package-lock.json"), "{}");
    writeFileSync(join(this.#dir, "node-template"), NODE);
    writeFileSync(join(this.#dir, "bin/node"), NODE.replaceAll("VERSION", nodeVersion), { mode: 0o755 });
    writeFileSync(join(this.#dir, "bin/npm"), NPM, { mode: 0o755 });
    writeFileSync(join(this.#dir, "npm.log"), "");
  }

  run(env: Record<string, string> = {}): { status: number | null; stdout: string; stderr: string } {
    const path = [join(this.#dir, "bin"), "/usr/bin", "/bin"].join(delimiter);
    const fixed = {
      PATH: path,
      NPM_LOG: join(this.#dir, "npm.log"),
      NODE_TEMPLATE: join(this.#dir, "node-template"),
    };
    const script = join(this.checkout, "scripts/with-node.sh");
    return spawnSync("/bin/sh", [script, "a.ts", "two words"], {
      cwd: "/",
      env: { ...fixed, ...env },
      encoding: "utf8",
    });
  }

  /** The first word of each call of npm so far. */
  npmCalls(): string[] {
    const lines = readFileSync(join(this.#dir, "npm.log"), "utf8").split("\n");
    return lines.slice(0, -1).map((line) => line.split(" ")[0] ?? "");
  }
}

for (const version of ["22.18.0", "24.0.0", "26.3.1"]) {
  test(`Node ${version} is used as it is and nothing is fetched`, (t) => {
    const machine = new Machine(t, version);
    assert.equal(machine.run().stdout, `${version} ran a.ts two words\n`);
    assert.deepEqual(machine.npmCalls(), ["ci"]);
    assert.ok(!existsSync(join(machine.checkout, ".node")));
  });
}

for (const version of ["20.20.2", "22.17.1", "23.11.0"]) {
  test(`beside Node ${version} a newer one is fetched, once, into the checkout`, (t) => {
    const machine = new Machine(t, version);
    assert.equal(machine.run().stdout, "24.21.0 ran a.ts two words\n");
    assert.equal(machine.run().stdout, "24.21.0 ran a.ts two words\n");
    assert.deepEqual(machine.npmCalls(), ["install", "ci"]);
  });
}

test("packages are installed again when the lock file or the Node changes, and only then", (t) => {
  const machine = new Machine(t, "24.0.0");
  machine.run();
  assert.equal(machine.run().stderr, "");
  writeFileSync(join(machine.checkout, "package-lock.json"), '{"changed": 1}');
  machine.run();
  machine.run();
  assert.deepEqual(machine.npmCalls(), ["ci", "ci"]);
});

test("an npm that fails is reported with a hint, and the next run tries again", (t) => {
  const machine = new Machine(t, "24.0.0");
  const { status, stdout, stderr } = machine.run({ NPM_FAILS: "1" });
  assert.equal(status, 1);
  assert.equal(stdout, "");
  assert.match(stderr, /^error: npm ci failed\nhint: check the network/m);
  assert.equal(machine.run().status, 0);
  assert.deepEqual(machine.npmCalls(), ["ci", "ci"]);
});

test("a linked node_modules is refused, because npm would empty the folder behind the link", (t) => {
  const machine = new Machine(t, "24.0.0");
  const behind = freshDir(t);
  writeFileSync(join(behind, "precious"), "");
  symlinkSync(behind, join(machine.checkout, "node_modules"));
  const { status, stderr } = machine.run();
  assert.equal(status, 1);
  assert.match(stderr, /^error: node_modules is a symbolic link\nhint: remove the link/m);
  assert.deepEqual(machine.npmCalls(), []);
  assert.ok(existsSync(join(behind, "precious")));
});
