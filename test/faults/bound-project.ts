// A project of an account that permissions bind: commands run as it, with any umask. Root is bound by nothing, so where root
// runs the tests it is nobody's. In a deep run each command is a process; otherwise one process of the account runs them all.

import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { IS_DEEP } from "../deep.ts";
import { giveTo, NOBODY, type ScratchProject, scratchProject } from "../fixture/scratch-project.ts";
import type { Owner } from "../temp-dir.ts";
import { type Ending, faultyCli, runFaulty, type Serve, serveFaulty } from "./faulty-process.ts";
import { saving } from "./sample-calls.ts";

/** The command line with trouble ahead. */
export const cli: string = await faultyCli();
const account = process.getuid?.() === 0 ? { uid: NOBODY } : {};
const how = { cli, ...account };
/** As long as this process: several test files use it. */
const owner: Owner = { after: (cleanUp) => process.once("exit", cleanUp) };
const call: Serve = IS_DEEP ? (each) => runFaulty({ ...how, ...each }) : serveFaulty(owner, how);

/** The memory that it holds. */
export const ID = "project_alpha";
export type Bound = {
  readonly project: ScratchProject;
  readonly run: (...args: string[]) => Promise<Ending>;
};

export async function boundProject(owner: Owner, umask?: number): Promise<Bound> {
  const project = scratchProject(owner, { state: "none", inGit: false });
  chmodSync(project.base, 0o755);
  if (account.uid !== undefined) giveTo(account.uid, project.base);
  const mask = umask === undefined ? {} : { umask };
  const run = (...args: string[]): Promise<Ending> => call({ project, args, ...mask });
  for (const args of [["init", "--test-state"], saving(ID, "Alpha")]) assertDone(await run(...args));
  return { project, run };
}

export function assertDone({ exit, stdout, stderr }: Ending): void {
  assert.deepEqual({ exit, stderr }, { exit: 0, stderr: "" }, stdout);
}

export function assertRefused({ exit, stderr }: Ending, code: string): void {
  assert.match(stderr, new RegExp(`^error: ${code}: [^\n]+\nhint: [^\n]+\n$`));
  assert.equal(exit, 1);
}
