// A root with one memory for each thing that somebody may want to undo, and the files that a forger writes into it.

import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { memoryText } from "../fixture/memory-text.ts";
import { type RecallProject, recallProject } from "../fixture/recall-project.ts";
import type { Owner } from "../temp-dir.ts";

export type Forgery = RecallProject & {
  /** The root as it was before anything was taken out of use. */
  readonly earlier: string;
};

export type ForgeryCase = {
  readonly id: string;
  readonly does: (project: Forgery) => void;
  /** What `credence list` says afterwards. */
  readonly standing: string;
};

export const AS_BEFORE = "inferred: written here";
export const LOWERED = "quarantined: lowered by you on 2026-05-01";
export const RETIRED = "retired: retired by you on 2026-05-01";

/** A word of its own in each, so that a prompt finds it. */
export const ID = {
  inferred: "project_pelican",
  approved: "project_walrus",
  lowered: "project_bison",
  retired: "project_otter",
  forgotten: "project_heron",
  twice: "project_crane",
  planted: "project_badger",
} as const;

const PERSON = ["--as-test-person"];

export const promptFor = (id: string): string => `what does the ${id.slice("project_".length)} carry at dawn`;

export function sentenceOf(id: string): string {
  return `The ${id.slice("project_".length)} carries gravel across the river at dawn.`;
}

export async function forgerySample(owner: Owner): Promise<Forgery> {
  const project = await recallProject(owner);
  const save = (id: string, more: readonly string[]): Promise<unknown> =>
    project.save(id, { name: id.slice("project_".length), body: sentenceOf(id), more });
  await save(ID.inferred, []);
  for (const id of [ID.approved, ID.lowered, ID.retired, ID.forgotten, ID.twice]) await save(id, PERSON);
  const earlier = join(project.base, "earlier");
  cpSync(project.root, earlier, { recursive: true });
  await project.done(["demote", ID.lowered, "--reason", "wrong", ...PERSON]);
  await project.done(["retire", ID.retired, "--reason", "old", ...PERSON]);
  await project.done(["forget", ID.forgotten, "--reason", "asked", ...PERSON]);
  await project.done(["update", ID.twice, "--body", `${sentenceOf(ID.twice)} Never sand.`, ...PERSON]);
  project.keep();
  return { ...project, earlier };
}

export function rewrite(project: Forgery, id: string, edit: (text: string) => string): void {
  writeFileSync(project.pathOf(id), edit(readFileSync(project.pathOf(id), "utf8")));
}

/** A file of the attacker's that says of itself whatever it likes. */
function plant(project: Forgery, id: string, tier = "verified"): void {
  const extra = ["last-verified: 2026-05-01", "origin: user"];
  const name = id.slice("project_".length);
  writeFileSync(
    project.pathOf(id),
    memoryText({ name, description: `About ${id}`, tier, extra, body: sentenceOf(id) }),
  );
}

/** The file as it was while it was approved. */
function putBack(project: Forgery, id: string): void {
  cpSync(join(project.earlier, "memories", `${id}.md`), project.pathOf(id));
}

export function planted(does: (project: Forgery) => void): ForgeryCase {
  return {
    id: ID.planted,
    does: (project) => {
      plant(project, ID.planted);
      does(project);
    },
    standing: "foreign: never seen here",
  };
}

export function claimVerified(project: Forgery): void {
  rewrite(project, ID.inferred, (text) => text.replace("trust-level: inferred", "trust-level: verified"));
}

export function revive(project: Forgery, id: string): void {
  rmSync(join(project.root, "quarantine", `${id}.md`), { force: true });
  putBack(project, id);
}
