// Where the intake of a root is, and whether there is anything in it: whoever opens a root asks, and most find nothing.

import { type Dirent, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ifPossible } from "../../../store/fs-failure.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";

export type Records = Pick<OpenRoot, "records">;

export function placeIntake({ records }: Records): string {
  return join(records, "intake");
}

/** What could not be filed after all. */
export function placeUnfiled({ records }: Records): string {
  return join(records, "unfiled.ndjson");
}

export const ENTRY_NAME = /^[0-9a-f]{64}\.json$/;

/** Whatever else has such a name, as a pipe that nobody writes to, is not read. */
export function listEntryNames(root: Records): string[] {
  return listNamed(root).flatMap((each) => (each.isFile() ? [each.name] : []));
}

/** The others, in sentences. */
export function sayOddEntries(root: Records): string[] {
  const odd = listNamed(root).filter((each) => !each.isFile());
  const name = ({ name }: Dirent): string => join(placeIntake(root), name);
  return odd.map((each) => `${name(each)} is not a regular file and is ignored: remove it`);
}

function listNamed(root: Records): Dirent[] {
  const all = ifPossible(() => readdirSync(placeIntake(root), { withFileTypes: true }), []);
  return all.filter(({ name }) => ENTRY_NAME.test(name));
}

export function countEntries(root: Records): number {
  return listEntryNames(root).length;
}

/** What could not have the lock in time is filed by the next call, whatever it asks. `client`: who is told of what could not be. */
export async function fileAccepted(workspace: Workspace, client: string | null): Promise<void> {
  if (!workspace.roots.some((root) => countEntries(root) > 0 || existsSync(placeUnfiled(root)))) return;
  const { drainIntake } = await import("./drain.ts");
  await drainIntake(workspace, { client });
}

const CLIENT_CHARS_MAX = 40;

/** An MCP client by its own name for itself, as its memories bear it. */
export function markClient(client: string): string {
  const name = client.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, CLIENT_CHARS_MAX);
  return `mcp/${name === "" ? "unknown" : name}`;
}
