// Claude Code's notes and transcripts in a scratch home, and whether anybody read them.

import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ScratchProject } from "../../../fixture/scratch-project.ts";
import { writeStore } from "./sample-store.ts";

export const note = (name: string): string =>
  `---\nname: ${name}\ndescription: About ${name}\ntype: project\n---\nEverything that is known about ${name}, in a few words.\n`;

/** Claude Code's directory of a project. */
export function claudeDirectory(project: ScratchProject, directory: string): string {
  return join(project.home, ".claude/projects", directory.replaceAll(/[^A-Za-z0-9]/g, "-"));
}

export function writeNotes(
  project: ScratchProject,
  directory: string,
  files: Readonly<Record<string, string>>,
): string {
  return writeStore(join(claudeDirectory(project, directory), "memory"), files);
}

/** A transcript of a session that began there. */
export function writeSession(project: ScratchProject, directory: string, name = "s-1"): string {
  const path = join(claudeDirectory(project, directory), `${name}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  const lines = [{ type: "summary" }, { type: "user", cwd: directory, message: { cwd: "/elsewhere" } }];
  writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
  return path;
}

const LONG_AGO = 1_000_000_000;

/** Other projects, with notes that would be memories here, too. Gives the files. */
export function writeOthers(project: ScratchProject, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const memory = writeNotes(project, `/srv/${name}`, {
      "MEMORY.md": `The bastion of ${name} is only reached over the second gateway.\n`,
      "project_deploy.md": note(`Deploying ${name}`),
    });
    writeSession(project, `/srv/${name}`);
    return readdirSync(memory).map((file) => markUnread(join(memory, file)));
  });
}

/** From now on its access time tells whether somebody read it. */
export function markUnread(path: string): string {
  utimesSync(path, LONG_AGO, LONG_AGO + 1);
  return path;
}

export function wasRead(path: string): boolean {
  return statSync(path).atimeMs !== LONG_AGO * 1000;
}

/** Some disks are told to keep no access times; what is read there nobody sees. */
export function seesReads(project: ScratchProject): boolean {
  const probe = join(project.base, "probe");
  writeFileSync(probe, "x");
  readFileSync(markUnread(probe));
  return wasRead(probe);
}

export function listMemories(root: string): string[] {
  return readdirSync(join(root, "memories")).sort();
}
