// `node test/mutants/run.ts [N|N-M …]`: breaks one promise after the other in a copy of the tree, as mutants.ndjson lists them, and
// runs the tests that have to notice. A list that was written before tests were moved or made smaller proves that they are no
// weaker. Exit 1: a mutant is alive, its text is not in its file exactly once, or its tests fail without it.

import { spawn } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { transformSync } from "esbuild";

type Mutant = {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The promise, in a sentence. */
  readonly breaks: string;
  readonly tests: readonly string[];
};

/** `name` is the first test that failed. */
type Outcome = { readonly kind: "passed" | "timed-out" } | { readonly kind: "failed"; readonly name: string };

const ROOT = join(import.meta.dirname, "../..");
const LIST = join(import.meta.dirname, "mutants.ndjson");
const COPIED = [
  "src",
  "hub",
  "test",
  "scripts",
  "bench",
  "docs",
  "plugin",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
/** A test that hangs has noticed, too. */
const TIMEOUT_MS = 240_000;
/** What would let the caller's shell, or another part of verify, decide what the tests see: a build is of unbroken sources. */
const FOREIGN_VARIABLE = /^(?:CREDENCE_|NODE_TEST_CONTEXT$|NODE_OPTIONS$|FORCE_COLOR$|GIT_)/;
/** Draws the same with every mutant, so that what kills one today does so tomorrow. */
const SEED = "1";

/** What a test started may still write there. */
const REMOVING = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 } as const;

const MUTANTS: readonly Mutant[] = readFileSync(LIST, "utf8")
  .trimEnd()
  .split("\n")
  .map((line): Mutant => JSON.parse(line));

const numbers = readNumbers(process.argv.slice(2));
if (numbers === null) {
  process.stderr.write(
    `error: there is no such mutant\nhint: numbers and ranges from 1 to ${MUTANTS.length}\n`,
  );
  process.exitCode = 64;
} else {
  process.exitCode = await main(numbers);
}

/** @returns null when one is none. */
function readNumbers(args: readonly string[]): number[] | null {
  if (args.length === 0) return MUTANTS.map((_, index) => index + 1);
  const numbers = args.flatMap((arg) => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(arg) ?? [];
    const count = Number(last) - Number(first) + 1;
    return count > 0 ? Array.from({ length: count }, (_, index) => Number(first) + index) : [0];
  });
  return numbers.every((number) => MUTANTS[number - 1] !== undefined) ? numbers : null;
}

async function main(chosen: readonly number[]): Promise<number> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "credence-mutants-")));
  process.once("exit", () => rmSync(scratch, REMOVING));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const tree = copyTree(scratch);
  const faults = await findFaults(tree, chosen);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  if (faults.length > 0) return 1;
  let alive = 0;
  for (const number of chosen) if (!(await isKilled(tree, number))) alive += 1;
  process.stdout.write(`${chosen.length - alive} killed, ${alive} alive\n`);
  return alive === 0 ? 0 : 1;
}

function copyTree(scratch: string): string {
  const tree = join(scratch, "tree");
  for (const name of COPIED) cpSync(join(ROOT, name), join(tree, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(tree, "node_modules"));
  return tree;
}

/** What makes a mutant prove nothing: its text, its syntax, or tests that fail anyway. */
async function findFaults(tree: string, chosen: readonly number[]): Promise<string[]> {
  const faults = chosen.flatMap((number) => {
    const fault = faultOf(mutantOf(number));
    return fault === null ? [] : [`${number} ${fault}`];
  });
  const files = new Set(chosen.flatMap((number) => mutantOf(number).tests));
  // Once: what is built of unbroken sources is the same for all of them.
  emptyPlaces(tree);
  for (const file of files) {
    const outcome = await runTests(tree, [file]);
    if (outcome.kind !== "passed") faults.push(`${file} fails without any mutant: ${render(outcome)}`);
  }
  return faults;
}

function faultOf({ file, from, to }: Mutant): string | null {
  const text = readFileSync(join(ROOT, file), "utf8");
  const found = text.split(from).length - 1;
  if (found !== 1) return `${file} has ${JSON.stringify(from)} ${found} times`;
  try {
    transformSync(
      text.replace(from, () => to),
      { loader: file.endsWith("x") ? "tsx" : "ts", logLevel: "silent" },
    );
    return null;
  } catch (error) {
    return `${file} cannot be read with ${JSON.stringify(to)}: ${String(error)}`;
  }
}

function mutantOf(number: number): Mutant {
  const mutant = MUTANTS[number - 1];
  if (mutant === undefined) throw new Error(`there is no mutant ${number}`);
  return mutant;
}

async function isKilled(tree: string, number: number): Promise<boolean> {
  const { file, from, to, breaks, tests } = mutantOf(number);
  const path = join(tree, file);
  const text = readFileSync(path, "utf8");
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const started = performance.now();
  const outcome = await runTests(tree, tests).finally(() => writeFileSync(path, text));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const verdict = outcome.kind === "passed" ? "ALIVE " : "killed";
  process.stdout.write(`${verdict} ${number} ${file}: ${breaks} (${seconds} s; ${render(outcome)})\n`);
  return outcome.kind !== "passed";
}

/** A home and a temporary directory of their own: what a mutant no longer refuses to remove is nobody's. */
function listPlaces(tree: string): readonly [home: string, temporary: string] {
  return [join(tree, "../home"), join(tree, "../tmp")];
}

function emptyPlaces(tree: string): void {
  for (const path of listPlaces(tree)) {
    rmSync(path, REMOVING);
    mkdirSync(path);
  }
}

function runTests(tree: string, files: readonly string[]): Promise<Outcome> {
  const own = Object.entries(process.env).filter(([name]) => !FOREIGN_VARIABLE.test(name));
  const [home, temporary] = listPlaces(tree);
  const env = { ...Object.fromEntries(own), HOME: home, TMPDIR: temporary, CREDENCE_TEST_SEED: SEED };
  const args = ["--test", "--test-concurrency=1", "--test-reporter=tap", ...files];
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      ...{ cwd: tree, env, detached: true },
      stdio: ["ignore", "pipe", "pipe"],
    });
    // Its whole group: nothing that a test started may go on beside the next mutant.
    const end = (): unknown => child.pid !== undefined && process.kill(-child.pid, "SIGKILL");
    process.prependOnceListener("exit", end);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, TIMEOUT_MS);
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        said += chunk.toString();
      });
    child.on("close", (code) => {
      clearTimeout(timer);
      process.off("exit", end);
      const name = /^ *not ok \d+ - (.*)$/m.exec(said)?.[1] ?? `exit code ${code}`;
      resolve(isLate ? { kind: "timed-out" } : code === 0 ? { kind: "passed" } : { kind: "failed", name });
    });
  });
}

function render(outcome: Outcome): string {
  return outcome.kind === "failed" ? outcome.name : outcome.kind;
}
