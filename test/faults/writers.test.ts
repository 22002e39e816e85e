import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listAttestedIds, readAttestFiles } from "../../src/trust/attest-files.ts";
import { parseKeyFile } from "../../src/trust/key-file.ts";
import { isSignedBy } from "../../src/trust/sign.ts";
import { COMPILED } from "../built.ts";
import { IS_DEEP } from "../deep.ts";
import { type InProcess, inProcess } from "../fixture/command-in-process.ts";
import { expectDone, type ScratchProject, scratchProject } from "../fixture/scratch-project.ts";
import { faultyCli, type Serve, serveFaulty } from "./faulty-process.ts";
import { BODY, saving } from "./sample-calls.ts";
import { filesOf, readSnapshot } from "./snapshot.ts";
import type { Line } from "./writer.ts";

const WRITERS = IS_DEEP ? 8 : 3;
const OPERATIONS = IS_DEEP ? 50 : 4;

/** Refusals that two writers may cause each other: somebody was faster. */
const ALLOWED = new Set(["OCC_CONFLICT", "EXISTS"]);

/** The same text was saved, and demoted, by another. */
const wasDemotedMeanwhile = ({ command, id, code }: Line): boolean =>
  code === "REMOVED" && command === "save" && id.startsWith("project_contested_");
const DONE = new Set(["created", "updated", "changed", "demoted"]);

async function runWriter(project: ScratchProject, number: number): Promise<Line[]> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "writer.ts"), String(number), String(OPERATIONS)],
    {
      cwd: project.top,
      // They load the sources, which this process has compiled already.
      env: { ...COMPILED, ...project.env, SCRATCH_PROJECT: JSON.stringify(project) },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const chunks: string[] = [];
  child.stdout.on("data", (chunk) => chunks.push(String(chunk)));
  const exit = await new Promise((resolve) => child.on("close", resolve));
  assert.equal(exit, 0);
  return chunks
    .join("")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test(`${WRITERS} processes of ${OPERATIONS} operations on one root lose no update and tear no file`, async (t) => {
  const project = scratchProject(t);
  const run = inProcess(project);
  for (const id of ["project_shared_a", "project_shared_b"]) {
    expectDone(await run(saving(id, id.replaceAll("_", "x"))));
  }
  const lines = (
    await Promise.all(Array.from({ length: WRITERS }, (_, number) => runWriter(project, number)))
  ).flat();
  assert.equal(lines.length, WRITERS * OPERATIONS);
  const refused = lines.filter(({ exit }) => exit !== 0);
  for (const line of refused)
    assert.ok(ALLOWED.has(line.code ?? "") || wasDemotedMeanwhile(line), JSON.stringify(line));
  t.diagnostic(`${refused.length} of ${lines.length} operations were refused`);
  const { exit, stdout } = await run(["doctor"]);
  assert.equal(exit, 0, stdout);
  await assertMarks(lines, run);
  await assertJournal(lines, run);
  assertSigned(project);
  const left = [...filesOf(readSnapshot(project.base)).keys()].filter((name) =>
    /\.tmp$|\.lockdir/.test(name),
  );
  assert.deepEqual(left, []);
});

/** Whoever was told that a line was added finds it there, once; whoever was refused does not. */
async function assertMarks(lines: readonly Line[], run: InProcess): Promise<void> {
  const marked = lines.filter(({ mark }) => mark !== null);
  const bodies = new Map<string, readonly string[]>();
  for (const { id } of marked) {
    if (!bodies.has(id)) bodies.set(id, await linesOf(id, run));
  }
  for (const { id, mark, kind } of marked) {
    const found = bodies.get(id)?.filter((line) => line === mark).length;
    assert.equal(found, kind === "updated" ? 1 : 0, `${mark} in ${id}`);
  }
  assert.ok(marked.filter(({ kind }) => kind === "updated").length >= OPERATIONS, "many got through");
}

async function linesOf(id: string, run: InProcess): Promise<readonly string[]> {
  const { body }: { readonly body: string } = JSON.parse((await run(["show", id, "--json"])).stdout);
  return body.split("\n");
}

/** Every operation that was acknowledged is journaled, and nothing else is. */
async function assertJournal(lines: readonly Line[], run: InProcess): Promise<void> {
  const { stdout } = await run(["journal", "--json", "--limit", "100000"]);
  const entries: { readonly command: string; readonly id: string }[] = JSON.parse(stdout);
  const told = lines.filter(({ kind }) => DONE.has(kind ?? "")).map(({ command, id }) => `${command} ${id}`);
  const journaled = entries.map(({ command, id }) => `${command} ${id}`);
  assert.deepEqual(journaled.sort(), [...told, "save project_shared_a", "save project_shared_b"].sort());
}

/** Every statement is whole, under its name, and signed by this machine. */
function assertSigned({ root, state }: ScratchProject): void {
  const file = parseKeyFile(readFileSync(join(state, "keys", "machine.json"), "utf8"), "machine");
  const ids = listAttestedIds(root);
  assert.ok(ids.length > WRITERS);
  for (const id of ids) {
    const { attestations, odd } = readAttestFiles(root, id);
    assert.deepEqual(odd, []);
    for (const each of attestations) assert.ok(isSignedBy(each, file?.key ?? ""), id);
  }
}

const AGENTS = IS_DEEP ? 20 : 6;
const SAVES = IS_DEEP ? 10 : 2;
/** Beside them, so many processes that only compute. */
const BUSY = IS_DEEP ? 4 : 1;

type Saved = {
  readonly id: string;
  readonly exit: number | null;
  readonly said: string;
  readonly ms: number;
};

async function playAgent(save: Serve, project: ScratchProject, number: number): Promise<Saved[]> {
  const saved: Saved[] = [];
  for (let index = 0; index < SAVES; index += 1) {
    const id = `project_agent_${number}_${index}`;
    const name = id.replaceAll("_", "x");
    const began = performance.now();
    const args = saving(id, name, `${BODY} So it is with ${name}.`);
    const { exit, stderr } = await save({ project, args });
    saved.push({ id, exit, said: stderr, ms: performance.now() - began });
  }
  return saved;
}

test(`of ${AGENTS} agents that save ${SAVES} times each on a busy machine none is refused, lost or doubled`, async (t) => {
  const project = scratchProject(t);
  const run = inProcess(project);
  const cli = await faultyCli();
  const agents = Array.from({ length: AGENTS }, () => serveFaulty(t, { cli }));
  const busy = Array.from({ length: BUSY }, () => spawn(process.execPath, ["-e", "for (;;);"]));
  t.after(() => busy.map((each) => each.kill("SIGKILL")));
  const saved = (await Promise.all(agents.map((save, number) => playAgent(save, project, number)))).flat();
  for (const each of busy) each.kill("SIGKILL");
  assert.deepEqual(
    saved.filter(({ exit }) => exit !== 0),
    [],
  );
  t.diagnostic(`the slowest took ${Math.max(...saved.map(({ ms }) => ms)).toFixed(0)} ms`);
  const ids = saved.map(({ id }) => id).sort();
  assert.equal(new Set(ids).size, AGENTS * SAVES);
  for (const words of [
    ["list", "--limit", "1000"],
    ["journal", "--limit", "100000"],
  ]) {
    const { stdout } = await run([...words, "--json"]);
    const listed: { readonly id: string }[] = JSON.parse(stdout);
    assert.deepEqual(listed.map(({ id }) => id).sort(), ids);
  }
  for (const id of ids) assert.equal(readdirSync(join(project.root, "attest", id)).length, 1);
  const doctor = await run(["doctor"]);
  assert.equal(doctor.exit, 0, doctor.stdout);
});
