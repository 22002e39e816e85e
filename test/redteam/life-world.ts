// A memory's life on one machine, through real commands, files, statements and the index: a person, an agent, and somebody
// who edits files, deletes statements, switches branches, merges them and rolls back. Beside it the model's own memory of
// who said what last, which knows nothing of parents and signatures.

import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type InitProject, initProject } from "../fixture/init-project.ts";
import type { Owner } from "../temp-dir.ts";

export const ID = "project_pelican";
export const PROMPT = "what does the pelican carry at dawn";
const BEGIN = Date.parse("2026-05-01T12:00:00Z");

export type Word = "approve" | "keep" | "lower" | "forget";

export type World = {
  readonly project: InitProject;
  readonly clock: { now: number };
  readonly branches: string;
  /** A person's last word about each text, the text they approved last, and whether they took the memory out of use. */
  readonly said: Map<string, Word>;
  /** Written here, or kept by a person. */
  readonly vouched: Set<string>;
  lastApproved: string | null;
  retired: boolean;
};

export const textNumber = (number: number): string =>
  `The pelican carries ${number % 2 === 0 ? "gravel" : "sand"} across the river at dawn.`;

export async function beginWorld(owner: Owner, author: "person" | "machine"): Promise<World> {
  const project = await initProject(owner, { inGit: false });
  const branches = join(project.base, "branches");
  mkdirSync(branches);
  const world: World = {
    project,
    clock: { now: BEGIN },
    branches,
    said: new Map(),
    vouched: new Set(),
    lastApproved: null,
    retired: false,
  };
  const more = author === "person" ? ["--as-test-person"] : [];
  await project.save(ID, { name: "pelican", body: textNumber(0), more });
  if (author === "person") hear(world, "approve");
  else world.vouched.add(textNow(world) ?? "");
  return world;
}

export function instantOf({ clock }: World): string {
  return `${new Date(clock.now).toISOString().slice(0, 19)}Z`;
}

export function placeOf({ project }: World): string | null {
  const places = ["memories", "quarantine"].map((directory) => join(project.root, directory, `${ID}.md`));
  return places.find((path) => existsSync(path)) ?? null;
}

/** What the file says below its frontmatter. */
export function textNow(world: World): string | null {
  const path = placeOf(world);
  return path === null ? null : (readFileSync(path, "utf8").split("\n---\n")[1] ?? "").trim();
}

/** A person said this of the text that is there now. */
export function hear(world: World, word: Word, text = textNow(world) ?? ""): void {
  world.said.set(text, word);
  if (word === "keep") world.vouched.add(text);
  if (word !== "approve") return;
  world.vouched.add(text);
  world.lastApproved = text;
  world.retired = false;
}

export const ATTACKS = {
  "claim a tier": (world: World, pick: number) =>
    rewrite(world, (text) =>
      text.replace(/^trust-level: .*$/m, `trust-level: ${["verified", "inferred", "quarantined"][pick % 3]}`),
    ),
  "swap the body": (world: World, pick: number) =>
    rewrite(world, (text) => `${text.split("\n---\n")[0]}\n---\n${textNumber(pick)}\n`),
  "clear the status": (world: World) =>
    rewrite(world, (text) => text.replace(/^(status|retired-).*\n/gm, "")),
  "move the file": (world: World, pick: number) => {
    const path = placeOf(world);
    const to = join(world.project.root, pick % 2 === 0 ? "memories" : "quarantine", `${ID}.md`);
    if (path !== null && path !== to) renameSync(path, to);
  },
  "delete a statement": (world: World, pick: number) => {
    const directory = join(world.project.root, "attest", ID);
    const names = existsSync(directory) ? readdirSync(directory).sort() : [];
    const name = names[pick % Math.max(names.length, 1)];
    if (name !== undefined) rmSync(join(directory, name));
  },
  "make a branch": (world: World, pick: number) => {
    const branch = join(world.branches, String(pick % 3));
    rmSync(branch, { recursive: true, force: true });
    cpSync(world.project.root, branch, { recursive: true });
  },
  "roll back to a branch": (world: World, pick: number) => {
    const branch = join(world.branches, String(pick % 3));
    if (!existsSync(branch)) return;
    rmSync(world.project.root, { recursive: true });
    cpSync(branch, world.project.root, { recursive: true });
  },
  "merge a branch": (world: World, pick: number) => {
    const branch = join(world.branches, String(pick % 3));
    if (!existsSync(branch)) return;
    // Statements never conflict; of two versions of the file one is taken.
    cpSync(join(branch, "attest"), join(world.project.root, "attest"), { recursive: true });
    if (pick % 2 === 0) takeFile(world, branch);
  },
} as const satisfies Record<string, (world: World, pick: number) => void>;

function takeFile(world: World, branch: string): void {
  for (const directory of ["memories", "quarantine"]) {
    rmSync(join(world.project.root, directory, `${ID}.md`), { force: true });
    const theirs = join(branch, directory, `${ID}.md`);
    if (existsSync(theirs)) cpSync(theirs, join(world.project.root, directory, `${ID}.md`));
  }
}

function rewrite(world: World, change: (text: string) => string): void {
  const path = placeOf(world);
  if (path !== null) writeFileSync(path, change(readFileSync(path, "utf8")));
}
