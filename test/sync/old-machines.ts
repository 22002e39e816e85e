// Machines on which an earlier version has synced.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findRelease } from "../../scripts/verify/build-releases.ts";
import { inProcess } from "../fixture/command-in-process.ts";
import { expectDone, type Outcome, runProcess, scratchProject } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";
import { bareRepository, bodyOf, type Machine, newMachine, PERSON, placesOf, trust } from "./machines.ts";
import { takePrepared } from "./prepared.ts";

export type OldMachine = Machine & { readonly old: (...args: readonly string[]) => Outcome };

/** A machine on which an earlier version is at work. */
export async function oldMachine(owner: Owner, name: string, version: string): Promise<OldMachine> {
  const project = scratchProject(owner, { state: "none", inGit: false });
  const { path } = await findRelease(version);
  const program = [process.execPath, join(path, "dist/credence.cjs")];
  const old = (...args: readonly string[]): Outcome =>
    runProcess([...program, ...args], { cwd: project.top, env: project.env });
  expectDone(old("init", "--scope", "user", "--test-state"));
  const machine = newMachine(owner, name);
  const call = inProcess(project);
  return {
    ...machine,
    ...{ project, root: project.userRoot, state: project.state, top: project.top, home: project.home },
    env: project.env,
    call,
    done: async (args, options) => expectDone(await call(args, options)),
    sync: (more = [], options) => call(["sync", "--scope", "user", ...more], options),
    old,
  };
}

export function saveOld({ old }: OldMachine, id: string, ...more: readonly string[]): void {
  const named = ["--name", id, "--description", `About ${id}`, "--body", bodyOf(id)];
  expectDone(old("save", "--scope", "user", "--type", "user", "--id", id, ...named, ...more));
}

export type Desk = { readonly ana: OldMachine; readonly bo: OldMachine; readonly remote: string };

/** Two that have synced a fact, advice and something demoted. */
export function desk(owner: Owner, version: string): Promise<Desk> {
  return takePrepared(owner, `desk ${version}`, {
    make: (process) => makeDesk(process, version),
    places: ({ ana, bo, remote }) => placesOf({ machines: [ana, bo], remote }),
  });
}

async function makeDesk(owner: Owner, version: string): Promise<Desk> {
  const [ana, bo] = [await oldMachine(owner, "ana", version), await oldMachine(owner, "bo", version)];
  const remote = bareRepository(owner);
  writeFileSync(join(bo.root, "root.json"), readFileSync(join(ana.root, "root.json")));
  for (const machine of [ana, bo])
    expectDone(machine.old("sync", "--scope", "user", "--remote", remote, PERSON));
  trust(ana, [bo]);
  trust(bo, [ana]);
  saveOld(ana, "user_fact", PERSON);
  saveOld(ana, "user_advice");
  saveOld(bo, "user_lowered");
  expectDone(bo.old("demote", "user_lowered", "--reason", "doubt"));
  for (const machine of [ana, bo, ana]) assert.notEqual(machine.old("sync", "--scope", "user").exit, 6);
  return { ana, bo, remote };
}

export const STANDINGS = { user_advice: "inferred", user_fact: "verified", user_lowered: "quarantined" };
