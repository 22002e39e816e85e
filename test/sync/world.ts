// Three machines of two people do anything, in any order, with clocks that differ; then all of them sync round and round, and the laws
// of the model hold. In every third world one of the two does not trust the other.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { type Chance, chanceBy, chanceOf, HOW_TO_REPEAT } from "../faults/sample.ts";
import { keysOf, type Machine, machinesTogether, PERSON, rootId } from "./machines.ts";
import { bodyIn, heldBy, idAt, Model } from "./model.ts";

const ACTS = 26;
const ROUNDS_AT_THE_END = 3;
const SKEWS_HOURS = [0, -70, 50];
const IDS = ["user_a", "user_b", "user_c", "user_d"];

type World = {
  readonly machines: readonly Machine[];
  readonly remote: string;
  readonly model: Model;
  readonly chance: Chance;
  readonly told: string[];
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

/** No two are alike in more than a word, or the second would count as a copy of a demoted one. */
function newBody({ chance }: World): string {
  const word = (): string =>
    Math.floor(chance() * 36 ** 8)
      .toString(36)
      .padStart(8, "q");
  return Array.from({ length: 9 }, word).join(" ");
}

type Acting = {
  readonly machine: Machine;
  readonly name: string;
  readonly body: string;
  readonly path: string;
};

type Kind = keyof typeof ACTS_OF;

/** By name, how often it is done, and how. */
const ACTS_OF = {
  update: [20, update],
  promote: [8, (world: World, acting: Acting) => decide(world, acting, "promote")],
  demote: [6, (world: World, acting: Acting) => decide(world, acting, "demote")],
  retire: [5, (world: World, acting: Acting) => decide(world, acting, "retire")],
  restore: [5, (world: World, acting: Acting) => decide(world, acting, "restore")],
  unretire: [4, (world: World, acting: Acting) => decide(world, acting, "unretire")],
  archive: [3, (world: World, acting: Acting) => decide(world, acting, "archive")],
  forget: [4, (world: World, acting: Acting) => decide(world, acting, "forget")],
  edit: [6, edit],
  remove: [4, remove],
} as const;

async function act(world: World): Promise<void> {
  const { machines, chance } = world;
  world.count += 1;
  const machine = pick(chance, machines);
  const held = [...heldBy(machine)];
  const dice = chance();
  if (dice < 0.2 || held.length === 0) return save(world, machine);
  if (dice < 0.45) return sync(world, machine);
  const [body, { path }] = pick(chance, held);
  const kinds = Object.keys(ACTS_OF) as Kind[];
  const kind = pick(
    chance,
    kinds.flatMap((each) => Array.from({ length: ACTS_OF[each][0] }, () => each)),
  );
  return ACTS_OF[kind][1](world, { machine, name: idAt(path), body, path });
}

async function save(world: World, machine: Machine): Promise<void> {
  const { model, chance } = world;
  const id = pick(chance, IDS);
  const body = newBody(world);
  const isPerson = chance() < 0.5;
  const words = ["--type", "user", "--id", id, "--name", id, "--description", `About ${id}`, "--body", body];
  const done = await run(world, machine, { args: ["save", ...words], isPerson });
  if (!done.isDone || !heldBy(machine).has(body)) return;
  model.wrote({ id, body, from: null, isPerson });
  if (isPerson) model.approved(body, machine.name);
}

async function update(world: World, { machine, name, body }: Acting): Promise<void> {
  const { model, chance } = world;
  const next = newBody(world);
  const isPerson = chance() < 0.5;
  const done = await run(world, machine, { args: ["update", name, "--body", next], isPerson });
  if (!done.isDone || !heldBy(machine).has(next)) return;
  // What a machine proposes about an approved memory is one of its own until somebody takes it.
  const isProposal = !isPerson && heldBy(machine).get(next)?.path.includes("_change_") === true;
  const from = isProposal && !name.includes("_change_") ? null : body;
  model.wrote({ id: name, body: next, from, isPerson });
  if (isPerson) model.approved(next, machine.name);
  // Now that it is known what was written, and by whom.
  noteReplaced(world, machine, { before: done.before, isPerson });
}

type Decision = "promote" | "demote" | "retire" | "restore" | "unretire" | "archive" | "forget";
const BY_MACHINES: readonly Decision[] = ["demote", "retire"];
const REASONED: readonly Decision[] = ["demote", "retire", "forget"];

async function decide(world: World, { machine, name, body }: Acting, kind: Decision): Promise<void> {
  const { model, chance } = world;
  const isPerson = !BY_MACHINES.includes(kind) || chance() < 0.5;
  const reason = REASONED.includes(kind) ? ["--reason", "doubt"] : [];
  const done = await run(world, machine, { args: [kind, name, ...reason], isPerson });
  if (!done.isDone) return;
  switch (kind) {
    case "promote":
    case "restore":
      model.approved(body, machine.name);
      break;
    case "unretire":
      model.raised(body);
      break;
    case "forget":
      model.forgot(body, machine.name);
      return;
    case "archive":
      model.lowered(body, null);
      model.putAway(body);
      return;
    case "demote":
    case "retire":
      model.lowered(body, isPerson ? machine.name : null);
  }
  noteReplaced(world, machine, { before: done.before, isPerson });
}

async function edit(world: World, { machine, name, body, path }: Acting): Promise<void> {
  const place = join(machine.root, path);
  const next = newBody(world);
  const text = readFileSync(place, "utf8");
  writeFileSync(place, text.replace(bodyIn(text), next));
  world.told.push(`${machine.name}: edits ${path}`);
  world.model.edited({ id: name, body: next, from: body });
}

async function remove(world: World, { machine, body, path }: Acting): Promise<void> {
  rmSync(join(machine.root, path));
  world.told.push(`${machine.name}: deletes ${path}`);
  world.model.tookAway(body);
}

type Command = { readonly args: readonly string[]; readonly isPerson: boolean };
type Ran = { readonly isDone: boolean; readonly before: ReadonlySet<string> };

async function run(world: World, machine: Machine, { args, isPerson }: Command): Promise<Ran> {
  const before = new Set(heldBy(machine).keys());
  const at = ["--scope", "user", ...nowOf(world, machine), ...(isPerson ? [PERSON] : [])];
  const { exit, stdout, stderr } = await machine.call([...args, ...at]);
  world.told.push(`${machine.name}${isPerson ? ", the person" : ""}: ${args.join(" ")} -> ${exit} ${stderr}`);
  assert.ok(!/INTERNAL/.test(stderr), `${stderr}${tellAll(world)}`);
  // What only was asked for, or changed nothing, is no act.
  return { isDone: exit === 0 && !/request|already/.test(stdout), before };
}

type Before = { readonly before: ReadonlySet<string>; readonly isPerson: boolean };

function noteReplaced(world: World, machine: Machine, { before, isPerson }: Before): void {
  const left = heldBy(machine);
  for (const body of before)
    if (!left.has(body)) world.model.replaced(body, { isPerson, where: tellAll(world) });
}

async function sync(world: World, machine: Machine): Promise<void> {
  const { exit, stdout, stderr } = await machine.sync(nowOf(world, machine));
  world.told.push(`${machine.name}: sync -> ${exit}`);
  assert.ok([0, 2, 3].includes(exit), `${machine.name}: ${exit} ${stdout}${stderr}${tellAll(world)}`);
}

function tellAll({ told }: World): string {
  return `${HOW_TO_REPEAT}\n${told.join("\n")}\n`;
}

type Trusts = (machine: Machine, other: string) => boolean;

/** The first two are of one person. */
function writeTrust(machines: readonly Machine[], trusts: Trusts): void {
  for (const machine of machines) {
    const others = machines.filter((each) => each !== machine && trusts(machine, each.name));
    const signers = others.flatMap((each) =>
      keysOf(each).map((key) => ({
        ...{ ...key, root: rootId(machine), petname: each.name },
        ...(isSamePerson(machine.name, each.name) && { mine: true }),
      })),
    );
    const path = join(machine.state, "signers.json");
    writeFileSync(path, JSON.stringify({ v: 1, signers }), { mode: 0o600 });
  }
}

function isSamePerson(name: string, other: string): boolean {
  return name.startsWith("ana") === other.startsWith("ana");
}

/** What `number` says of the world also decides what happens in it. */
export function testWorld(number: number): void {
  const isMixed = number % 3 === 0;
  const how = isMixed ? "one trusts only himself" : "all trust each other";
  test(`three machines of two people agree, lose nothing and raise nothing; ${how} (${number})`, async (t) => {
    const { machines, remote } = await machinesTogether(t, ["ana", "ana_too", "bo"]);
    const trusts: Trusts = ({ name }, other) => !isMixed || name !== "bo" || other === "bo";
    writeTrust(machines, trusts);
    const world: World = {
      machines,
      remote,
      model: new Model(trusts),
      // The quick gate has the same few worlds each time; others are for a deep run.
      chance: IS_DEEP ? chanceOf(t) : chanceBy(t.name, 1),
      told: [],
      count: 0,
    };
    for (let left = ACTS; left > 0; left -= 1) await act(world);
    for (let round = 0; round < ROUNDS_AT_THE_END; round += 1)
      for (const machine of machines) {
        world.count += 1;
        await sync(world, machine);
      }
    await world.model.check(machines, { remote, where: tellAll(world) });
  });
}
