// What somebody waits for before their command does anything: the files that are read, and the modules that are evaluated. One
// file holds the whole program, so its size says nothing.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { builtPackage } from "../built.ts";
import { scratchProject } from "../fixture/scratch-project.ts";
import { expectNone } from "./expect-none.ts";
import { readProjectFile } from "./project-files.ts";

const HEAVY = /node_modules\/(yaml|zod|hono|@hono|@secretlint|@modelcontextprotocol)\//;
const JUDGES = /src\/validate\/(?:injection\/|check-(?:secrets|injection)\.ts)/;

type Ratchet = { readonly startupBytes: number; readonly evaluatedBytes: Readonly<Record<string, number>> };
const { startupBytes, evaluatedBytes }: Ratchet = JSON.parse(readProjectFile("test/arch/ratchet.json"));

const project = scratchProject({ after });
const { dist, outputs } = await builtPackage();

function expectAtMost(bytes: number, allowed: number, name: string): void {
  const advice = `put the new part behind import(), or raise ${name} in test/arch/ratchet.json and say why`;
  assert.ok(bytes <= allowed, `${bytes} bytes, allowed ${allowed}; ${advice}`);
}

/** The files of the build that a call really reads. */
function listRead(args: readonly string[]): string[] {
  const log = join(project.base, `read-${args.join("-")}`);
  const hook = join(import.meta.dirname, "log-loads.ts");
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", hook, join(dist, "credence.cjs"), ...args],
    { env: { LOADED_FILES_LOG: log, HOME: project.home }, encoding: "utf8" },
  );
  assert.match(stdout + stderr, /credence|USAGE/);
  const urls = readFileSync(log, "utf8").trimEnd().split("\n");
  return urls.filter((url) => url.startsWith("file:")).map((url) => fileURLToPath(url));
}

for (const args of [["--version"], ["--help"], ["validate", "--help"], ["list", "--nope"]]) {
  test(`credence ${args.join(" ")} reads the tables of commands alone, and no more bytes than the ratchet allows`, (t) => {
    const read = listRead(args).filter((path) => path.startsWith(dist));
    assert.deepEqual(read.map((path) => basename(path)).sort(), ["credence.cjs", "help.cjs"]);
    expectNone(Object.keys(outputs["help.cjs"]?.inputs ?? {}).filter((path) => HEAVY.test(path)));
    const bytes = read.reduce((sum, path) => sum + statSync(path).size, 0);
    expectAtMost(bytes, startupBytes, "startupBytes");
    t.diagnostic(`${bytes} bytes`);
  });
}

type Coverage = {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
};

/** The modules that a command evaluates: esbuild makes each that may wait a function, which bears its path as a name. */
function listEvaluated(command: string): string[] {
  const log = join(project.base, `evaluated-${command}`);
  const { status, stderr } = spawnSync(process.execPath, [join(dist, "cli.cjs"), command], {
    cwd: project.top,
    env: { ...project.env, NODE_V8_COVERAGE: log },
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  const { result }: Coverage = JSON.parse(readFileSync(join(log, readdirSync(log)[0] ?? ""), "utf8"));
  const program = result.find(({ url }) => url.endsWith("/cli.cjs"));
  const waiting = (program?.functions ?? []).filter(({ ranges }) => ranges[0]?.count === 0);
  const unused = new Set(waiting.map(({ functionName }) => functionName));
  assert.ok(unused.size > 300, "the program says which of its modules were not evaluated");
  return Object.keys(outputs["cli.cjs"]?.inputs ?? {}).filter((path) => !unused.has(path));
}

for (const [command, allowed] of Object.entries(evaluatedBytes)) {
  test(`credence ${command} evaluates no validator of texts and no more bytes than the ratchet allows`, (t) => {
    const evaluated = listEvaluated(command);
    assert.ok(evaluated.includes("src/bin/cli.ts"), "the build says what it put into cli.cjs");
    expectNone(evaluated.filter((path) => HEAVY.test(path) || JUDGES.test(path)));
    const inputs = outputs["cli.cjs"]?.inputs ?? {};
    const bytes = evaluated.reduce((sum, path) => sum + (inputs[path]?.bytesInOutput ?? 0), 0);
    expectAtMost(bytes, allowed, `evaluatedBytes.${command}`);
    t.diagnostic(`${bytes} bytes in ${evaluated.length} modules`);
  });
}
