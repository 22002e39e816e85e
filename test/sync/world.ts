// Four machines of three people do anything, in any order, with clocks that differ, cut off from each other for a while and
// stopped in the middle; then all of them sync, and the laws of the model hold.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { digestMemory } from "../../src/memory/file/digest.ts";
import { parseMemory } from "../../src/memory/file/parse-memory.ts";
import { IS_DEEP } from "../deep.ts";
import { faultyCli, runFaulty } from "../faults/faulty-process.ts";
import { armFaults, disarmFaults } from "../faults/fs-faults.ts";
import { type Chance, chanceOf, HOW_TO_REPEAT } from "../faults/sample.ts";
import { plantFiles } from "./hostile-tree.ts";
import { gitIn, type Machine, machinesTogether, PERSON, tipOf } from "./machines.ts";
import { bodyIn, inUseOn, Model } from "./model.ts";

const ROUNDS = IS_DEEP ? 30 : 2;
const ACTS_PER_ROUND = IS_DEEP ? 12 : 14;
/** It costs as much as a round. */
const TAMPERED_EVERY = IS_DEEP ? 3 : 2;
const SKEWS_HOURS = [0, -70, 50, 3];

type World = {
  readonly machines: readonly Machine[];
  readonly remote: string;
  readonly model: Model;
  readonly chance: Chance;
  count: number;
};

function pick<T>(chance: Chance, list: readonly T[]): T {
  const picked = list[Math.floor(chance() * list.length)];
  if (picked === undefined) throw new Error("nothing to pick from");
  return picked;
}

/** Each act is a minute later than the last, by a clock of its machine's own. */
function nowOf({ machines, count }: World, machine: Machine): string[] {
  const skew = (SKEWS_HOURS[machines.indexOf(machine)] ?? 0) * 3_600_000;
  const at = Date.parse("2026-05-01T12:00:00Z") + count * 60_000 + skew;
  return ["--now", new Date(at).toISOString().replace(/\.\d+Z$/, "Z")];
}

function memoriesOf({ root }: Machine): Known[] {
  return ["memories", "quarantine"].flatMap((directory) => memoriesIn(join(root, directory)));
}

function memoriesIn(directory: string): Known[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith(".md"))
    .map((name) => ({
      id: name.slice(0, -".md".length),
      body: bodyIn(readFileSync(join(directory, name), "utf8")),
    }));
}

/** In the archive, too: a proposal that lies there is forgotten with its memory. */
function everythingOf(machine: Machine): Known[] {
  const archive = join(machine.root, "archive");
  const months = existsSync(archive) ? readdirSync(archive).filter((name) => /^\d{4}-\d\d$/.test(name)) : [];
  return [...memoriesOf(machine), ...months.flatMap((month) => memoriesIn(join(archive, month)))];
}

/** No two are alike in more than a word, or the second would count as a copy of a demoted one. */
function newBody(world: World): string {
  const word = (): string =>
    Math.floor(world.chance() * 36 ** 8)
      .toString(36)
      .padStart(8, "q");
  return Array.from({ length: 9 }, word).join(" ");
}

async function act(world: World): Promise<void> {
  const { machines, chance } = world;
  world.count += 1;
  const machine = pick(chance, machines);
  const known = memoriesOf(machine);
  const dice = chance();
  if (dice < 0.25 || known.length === 0) return save(world, machine);
  if (dice > 0.98) return tamper(world);
  if (dice > 0.84) return syncSomehow(world, machine);
  const one = pick(chance, known);
  if (dice < 0.5) return update(world, machine, one);
  const at = ["--scope", "user", ...nowOf(world, machine)];
  const { id } = one;
  if (dice < 0.58)
    return void (await machine.call(["update", id, "--tags", pick(chance, ["x", "y", "z"]), ...at]));
  const kind = DECISIONS.find(([until]) => dice < until)?.[1] ?? "demote";
  const reason = kind === "demote" || kind === "forget" ? ["--reason", "doubt"] : [];
  const person = kind === "demote" || kind === "retire" ? [] : [PERSON];
  return decide(world, machine, { ...one, kind, args: [kind, id, ...reason, ...at, ...person] });
}

const DECISIONS = [
  [0.66, "demote"],
  [0.72, "retire"],
  [0.78, "restore"],
  [0.82, "unretire"],
  [0.84, "forget"],
] as const;

async function save(world: World, machine: Machine): Promise<void> {
  const { model, chance } = world;
  const id = `user_${pick(chance, ["a", "b", "c", "d", "e", "f"])}`;
  const body = newBody(world);
  const isPerson = chance() < 0.4;
  const words = ["--type", "user", "--id", id, "--name", id, "--description", `About ${id}`, "--body", body];
  const more = [...nowOf(world, machine), ...(isPerson ? [PERSON] : [])];
  if ((await machine.call(["save", "--scope", "user", ...words, ...more])).exit !== 0) return;
  const isKnown = model.knows(id);
  model.note({ kind: "write", id, body, replaced: null });
  // Under the id of one that is gone it lifts what was said of that one.
  if (isPerson) model.note({ kind: isKnown ? "restore" : "approve", id, body });
}

type Known = { readonly id: string; readonly body: string };

async function update(world: World, machine: Machine, { id, body }: Known): Promise<void> {
  const { model, chance } = world;
  const next = newBody(world);
  const isPerson = chance() < 0.5;
  const at = ["--scope", "user", ...nowOf(world, machine), ...(isPerson ? [PERSON] : [])];
  if ((await machine.call(["update", id, "--body", next, ...at])).exit !== 0 || !has(machine, id, next))
    return;
  model.note({ kind: "write", id, body: next, replaced: body });
  if (isPerson) model.note({ kind: "approve", id, body: next });
}

type Deciding = Known & {
  readonly kind: "demote" | "retire" | "restore" | "unretire" | "forget";
  readonly args: readonly string[];
};

async function decide({ model }: World, machine: Machine, { id, body, kind, args }: Deciding): Promise<void> {
  const before = everythingOf(machine);
  const { exit, stdout } = await machine.call(args);
  // What only was asked for, or changed nothing, is no act.
  if (exit !== 0 || /request|already/.test(stdout)) return;
  const left = new Set(everythingOf(machine).map((each) => each.id));
  const gone = kind === "forget" ? before.filter((each) => !left.has(each.id)) : [];
  for (const each of [{ id, body }, ...gone]) model.note({ ...each, kind });
}

function has({ root }: Machine, id: string, body: string): boolean {
  const path = join(root, "memories", `${id}.md`);
  return existsSync(path) && bodyIn(readFileSync(path, "utf8")) === body;
}

/** Whole, or stopped at some call: by a failure, in a deep run also by a kill. */
async function syncSomehow(world: World, machine: Machine): Promise<void> {
  const { chance } = world;
  const args = ["sync", "--scope", "user", ...nowOf(world, machine)];
  const dice = chance();
  const at = 1 + Math.floor(chance() * 120);
  if (dice < 0.6) {
    const { exit, stderr } = await machine.call(args);
    assert.ok([0, 2, 3].includes(exit), `${stderr}, ${HOW_TO_REPEAT}`);
  } else if (dice < 0.95 || !IS_DEEP) {
    armFaults({ under: machine.project.base, at, trouble: { kind: "fail", code: "EIO", lasting: false } });
    await machine.call(args);
    disarmFaults();
    await machine.call(["doctor", "--repair"]);
  } else {
    const plan = { under: machine.project.base, at, trouble: { kind: "kill" as const } };
    await runFaulty({ cli: await faultyCli(), project: machine.project, args, plan });
  }
}

/** Somebody who can write to the remote, and has no key, does something to a few memories there. */
function tamper({ remote, chance, model }: World): void {
  const paths = tipOf(remote).filter((path) => /^(?:memories|quarantine)\//.test(path));
  const files: Record<string, string | null> = {};
  for (const path of paths.filter(() => chance() < 0.4)) {
    const text = gitIn(remote, "show", `main:${path}`);
    const commits = gitIn(remote, "log", "--format=%H", "--diff-filter=AM", "main", "--", path).trim();
    const old = gitIn(remote, "show", `${pick(chance, commits.split("\n"))}:${path}`);
    const changed = pick(chance, [
      `${text}And ${Math.floor(chance() * 36 ** 8).toString(36)} that nobody signed.\n`,
      text.replace("trust-level: verified", "trust-level: inferred"),
      text.replace(/^(trust-level: .*)$/m, "$1\nstatus: retired"),
      text.replace(/^trust-level: .*$/m, "trust-level: quarantined"),
      text.replace("---\n", "---\n# a word that nobody signed\n"),
      old,
      null,
    ]);
    files[path] = changed;
    if (!isVouched(remote, path, text)) model.note({ kind: "overwritten", body: bodyIn(text) });
    if (changed === null && chance() < 0.7) files[path.replace("memories/", "quarantine/")] = text;
  }
  plantFiles(remote, files);
}

/** Somebody wrote or approved it under its id, or it was put beside another. */
function isVouched(remote: string, path: string, text: string): boolean {
  const id = path.slice(path.indexOf("/") + 1, -".md".length);
  const parsed = parseMemory(text);
  if (parsed.kind === "broken" || /_other_[0-9a-f]{8,16}$/.test(id)) return parsed.kind !== "broken";
  const digest = digestMemory(parsed.memory);
  return tipOf(remote)
    .filter((each) => each.startsWith(`attest/${id}/`))
    .map((each) => JSON.parse(gitIn(remote, "show", `main:${each}`)))
    .some((each) => each.digest === digest && ["wrote", "keep", "approve"].includes(each.act));
}

/** Until nobody has anything to send. */
async function settle({ machines, remote }: World): Promise<void> {
  const tip = (): string => gitIn(remote, "rev-parse", "--quiet", "--verify", "main");
  for (let left = 6; left > 0; left -= 1) {
    const before = existsSync(join(remote, "refs/heads/main")) ? tip() : "";
    for (const machine of machines) {
      const { exit, stderr } = await machine.sync();
      assert.ok([0, 2, 3].includes(exit), `${machine.name}: ${stderr}, ${HOW_TO_REPEAT}`);
    }
    if (existsSync(join(remote, "refs/heads/main")) && tip() === before) return;
  }
  assert.fail(`they undo each other's syncs, ${HOW_TO_REPEAT}`);
}

async function checkTampering(world: World, where: string): Promise<void> {
  const { machines, model } = world;
  const [first] = machines;
  assert.ok(first !== undefined);
  const before = await inUseOn(first);
  tamper(world);
  await settle(world);
  await model.check(machines, `tampered with, ${where}`);
  const after = await inUseOn(first);
  for (const [id, used] of Object.entries(before))
    assert.deepEqual(after[id], used, `law 7, ${id}: ${where}`);
}

/** What `number` says of the world also decides what happens in it. */
export function testWorld(number: number): void {
  test(`four machines of three people converge, lose nothing and raise nothing (${number})`, async (t) => {
    const { machines, remote } = await machinesTogether(t, ["ana", "bo", "cy", "ana_too"]);
    const world: World = { machines, remote, model: new Model(), chance: chanceOf(t), count: 0 };
    await machines[0]?.save("user_first");
    await machines[0]?.sync();
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (let left = ACTS_PER_ROUND; left > 0; left -= 1) await act(world);
      await settle(world);
      await world.model.check(machines, `round ${round}, ${HOW_TO_REPEAT}`);
      if (round % TAMPERED_EVERY === 0) await checkTampering(world, `round ${round}, ${HOW_TO_REPEAT}`);
    }
  });
}
