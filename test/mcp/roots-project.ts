// A project with one memory, and places that are none, for clients that offer roots.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { freshDir, type Owner } from "../temp-dir.ts";
import { type McpProject, mcpProject } from "./mcp-project.ts";

export type RootsProject = {
  readonly project: McpProject;
  /** No project, and none above it. */
  readonly elsewhere: string;
  readonly file: string;
};

export const SEARCH = { query: "kiwi sleep" };
export const FOUND = /project_kiwi/;

export async function rootsProject(owner: Owner): Promise<RootsProject> {
  const project = await mcpProject(owner);
  await project.save("project_kiwi", { name: "Kiwi", body: "The kiwi sleeps by day, and hunts by night." });
  const elsewhere = freshDir(owner);
  const file = join(elsewhere, "file");
  writeFileSync(file, "no directory");
  return { project, elsewhere, file };
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}
