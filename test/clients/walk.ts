// One walk through a real client: a project with a memory, connected by install, and one prompt that is about the memory and
// has the model write into the root. Starting the program costs most of it, so one prompt has to do for all that is looked at.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Owner } from "../temp-dir.ts";
import { type ClientProject, clientProject, type RealClient, type Turn } from "./client-project.ts";
import { type Asked, listIn } from "./model/asked.ts";
import { acting, resultsOf } from "./model/script.ts";

export const PROMPT = "when does the kiwi sleep by day?";

export type Walk = {
  readonly project: ClientProject;
  readonly turn: Turn;
  /** The first request in which the model could act. */
  readonly first: Asked;
};

export type Connected = ClientProject & {
  /** What was in the client's files before we came, by their names in the home. */
  readonly before: Files;
};

type Files = Readonly<Record<string, string | null>>;

/** With the memory, and connected. */
export async function connectedProject(owner: Owner, client: RealClient): Promise<Connected> {
  const project = await clientProject(owner, client);
  const body = "The kiwi sleeps by day, and the kiwi hunts by night.";
  await project.save("project_kiwi", { name: "Kiwi", body });
  const before = readFiles(project.home, client.files);
  project.credence("install", client.name);
  return { ...project, before };
}

/** Null for one that is not there. */
export function readFiles(home: string, names: readonly string[]): Files {
  const read = (path: string): string | null => (existsSync(path) ? readFileSync(path, "utf8") : null);
  return Object.fromEntries(names.map((name) => [name, read(join(home, name))]));
}

export async function walk(project: ClientProject, ...args: string[]): Promise<Walk> {
  const acts = acting(
    { write: project.pathOf("project_new"), text: "gone" },
    { shell: `echo gone > ${project.pathOf("project_kiwi")}` },
    { write: join(project.top, "free.txt"), text: "free" },
  );
  const turn = await project.ask(`${PROMPT} ${acts}`, ...args);
  assert.equal(turn.exit, 0, `${turn.stderr}${turn.stdout}`);
  return { project, turn, first: firstOf(turn.asked) };
}

/** The first request in which the model could act. */
export function firstOf(asked: readonly Asked[]): Asked {
  const first = asked.find(({ body }) => listIn(body, "tools").length > 0);
  assert.ok(first !== undefined, "the model was never asked");
  return first;
}

const OPENED = /(?:<|&lt;)memory-context source=/g;

/** The blocks in one request. */
export function countBlocks({ said }: Asked): number {
  return said.reduce((count, { text }) => count + (text.match(OPENED)?.length ?? 0), 0);
}

/** The block of the session's start and the one for the prompt reached the model, each once. */
export function expectBlocks({ first }: Walk): void {
  const seen = first.said.map(({ text }) => text).join("\n");
  assert.equal(countBlocks(first), 2, seen);
  const text = "The kiwi sleeps by day, and the kiwi hunts by night.";
  // A client may escape what it wraps.
  const plain = seen.replaceAll("&gt;", ">").replaceAll("&lt;", "<");
  assert.equal(plain.split(`(inferred) Kiwi -> project_kiwi.md\n  | ${text}`).length - 1, 2, seen);
  assert.match(seen, /\n\d+ of \d+ memories/);
}

export const DENIED = /memories are changed only by commands[^"]*`credence save`/;

/** The file tool and the shell were refused with the command to use; a write elsewhere was not. */
export function expectDenials({ project, turn }: Walk, { fileDenial = DENIED }: RealClient): void {
  const last = turn.asked.at(-1);
  const [written = "", byShell = "", free = ""] = last === undefined ? [] : resultsOf(last);
  assert.match(written, fileDenial);
  assert.match(byShell, DENIED);
  assert.doesNotMatch(free, DENIED);
  assert.equal(existsSync(project.pathOf("project_new")), false);
  assert.equal(existsSync(join(project.top, "free.txt")), true);
}

/** The client offers the tools of our server to the model: by their names, by a search for them, or by telling of them. It may
 * ask the model before the server has started. */
export function expectServer({ turn }: Walk): void {
  const isOffered = ({ body, said }: Asked): boolean =>
    /memory_search|credence/.test(JSON.stringify(listIn(body, "tools"))) ||
    said.some(({ text }) => text.includes("mcp__credence__memory_search"));
  assert.ok(turn.asked.some(isOffered));
}
