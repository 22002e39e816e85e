// One random world: people act and sync through a remote that tampers, the laws are asked after every step, and at the end of each round
// everybody syncs honestly.

import type { OwnedKey } from "../../../../src/memory/law/sets/sets.ts";
import { act } from "./acts.ts";
import { forgetRead, keyOf } from "./keys.ts";
import { checkLaws } from "./laws.ts";
import { steal } from "./lies.ts";
import { sync } from "./remote.ts";
import { endTrust, settle } from "./rest.ts";
import { Broken, chanceOf, type Machine, NOTHING, pick, tick, type World } from "./world.ts";

const NAMES = ["ana", "bo", "ana too", "cy", "di"];

export type Worlds = { readonly first: number; readonly count: number; readonly brokenMax?: number };

/** @returns what the worlds said that broke a law or the program, up to a number of them. */
export function runWorlds({ first, count, brokenMax = 5 }: Worlds): {
  readonly broken: readonly string[];
  readonly stats: ReadonlyMap<string, number>;
} {
  const broken: string[] = [];
  const stats = new Map<string, number>();
  for (let seed = first; seed < first + count && broken.length < brokenMax; seed += 1) {
    try {
      runWorld(makeWorld(seed, stats));
    } catch (error) {
      // A crash of the law is a broken world as well, and the seed is what repeats it.
      broken.push(error instanceof Broken ? error.message : `world ${seed}: ${String(error)}`);
    }
  }
  return { broken, stats };
}

function runWorld(world: World): void {
  forgetRead();
  const { chance, machines } = world;
  const rounds = 1 + Math.floor(chance() * 2);
  for (let round = 0; round < rounds; round += 1) {
    for (let left = 6 + Math.floor(chance() * 8); left > 0; left -= 1) step(world);
    settle(world);
  }
  if (chance() < 0.25) {
    const { signer } = steal(world, pick(world, machines));
    settle(world);
    for (const machine of machines) checkLaws(world, machine);
    endTrust(world, signer);
  }
  tick(world, world.isMixed ? "worlds of mixed trust" : "worlds of equal trust");
}

function step(world: World): void {
  const machine = pick(world, world.machines);
  if (world.chance() < 0.3) sync(world, machine, world.chance() < 0.4);
  else act(world, machine);
  checkLaws(world, machine);
  tick(world, "steps");
}

function makeWorld(seed: number, stats: Map<string, number>): World {
  const chance = chanceOf(seed);
  const isMixed = chance() < 0.4;
  const names = NAMES.slice(0, 2 + Math.floor(chance() * 3.4));
  const liar = chance() < 0.3 ? pick({ chance }, names) : null;
  const machines = names.map((name) => makeMachine(name, { chance, isLiar: name === liar }));
  for (const machine of machines) machine.trust = trustOf(machine, { chance, machines, isMixed });
  return {
    ...{
      seed,
      chance,
      machines,
      isMixed,
      stats,
      namesMax: chance() < 0.33 ? pick({ chance }, [1, 2, 4]) : 256,
      count: 0,
      hasLost: false,
    },
    ...{ log: new Map(), sources: new Map(), papers: new Map(), refs: new Map(), olderRefs: new Map() },
    forgotten: new Set(),
  };
}

type Making = { readonly chance: () => number; readonly isLiar: boolean };

function makeMachine(name: string, { chance, isLiar }: Making): Machine {
  return {
    ...{ name, person: keyOf("person", name.replace(" too", "")), key: keyOf("machine", name), isLiar },
    ...{ version: chance() < 0.5 ? 1 : 2, sets: NOTHING, trust: new Map(), strangers: [] },
    ...{ held: new Set(), edits: [], seq: 0, prev: null, backup: null },
  };
}

type Trusting = {
  readonly chance: () => number;
  readonly machines: readonly Machine[];
  readonly isMixed: boolean;
};

function trustOf({ person }: Machine, { chance, machines, isMixed }: Trusting): Map<string, OwnedKey> {
  const trust = new Map<string, OwnedKey>();
  for (const other of machines) {
    if (isMixed && other.person !== person && chance() < 0.3) continue;
    const owner = other.person.signer;
    trust.set(owner, { may: "all", owner });
    trust.set(other.key.signer, { may: isMixed && chance() < 0.15 ? "wrote" : "all", owner });
  }
  return trust;
}
