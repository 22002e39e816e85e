// What can be done to the files of a memory between two recalls, by any program of the same account.

import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { RecallProject } from "../../fixture/recall-project.ts";
import { EVIL } from "./fresh-sample.ts";

type Attack = (project: RecallProject, id: string) => void;

/** As long as what it replaces. */
function poison(text: string): string {
  const at =
    text.lastIndexOf("night") === -1 ? text.lastIndexOf("in the shade") : text.lastIndexOf("at night");
  return text.slice(0, at) + EVIL + text.slice(at + EVIL.length);
}

function editInPlace(path: string, edit: (text: string) => string): void {
  writeFileSync(path, edit(readFileSync(path, "utf8")));
}

/** The same size and the same times of access and change of content as before. */
function editUnseen(path: string, edit: (text: string) => string): void {
  const { atime, mtime, size } = statSync(path);
  editInPlace(path, edit);
  utimesSync(path, atime, mtime);
  if (statSync(path).size !== size) throw new Error("the edit has another size");
}

function statementsOf({ root }: RecallProject, id: string): string[] {
  const directory = join(root, "attest", id);
  return readdirSync(directory).map((name) => join(directory, name));
}

function setField(field: string): Attack {
  return (project, id) =>
    editInPlace(project.pathOf(id), (text) => text.replace("\n---\n", `\n${field}\n---\n`));
}

export const FILE_ATTACKS: Readonly<Record<string, Attack>> = {
  "edited in place": (project, id) => editInPlace(project.pathOf(id), poison),
  "edited in place with its size and times restored": (project, id) => editUnseen(project.pathOf(id), poison),
  "replaced by renaming": (project, id) => {
    const beside = join(project.top, "new.md");
    writeFileSync(beside, poison(readFileSync(project.pathOf(id), "utf8")));
    renameSync(beside, project.pathOf(id));
  },
  deleted: (project, id) => rmSync(project.pathOf(id)),
  "renamed to another id": (project, id) => renameSync(project.pathOf(id), project.pathOf(`${id}_renamed`)),
  "marked retired in its file": setField("status: retired"),
  "marked archived in its file": setField("status: archived"),
  "lowered in its file": (project, id) =>
    editInPlace(project.pathOf(id), (text) =>
      text.replace("trust-level: inferred", "trust-level: quarantined"),
    ),
  "given conflict markers": (project, id) =>
    editInPlace(project.pathOf(id), (text) => `${text}<<<<<<< ours\n${EVIL}\n=======\nb\n>>>>>>> theirs\n`),
  "copied to quarantine": (project, id) =>
    copyFileSync(project.pathOf(id), join(project.root, "quarantine", `${id}.md`)),
  "replaced by a link to another place": (project, id) => {
    const elsewhere = join(project.top, "elsewhere.md");
    renameSync(project.pathOf(id), elsewhere);
    symlinkSync(elsewhere, project.pathOf(id));
  },
  "given a second name": (project, id) => linkSync(project.pathOf(id), join(project.top, "second.md")),
  "replaced by a pipe": (project, id) => {
    rmSync(project.pathOf(id));
    execFileSync("mkfifo", [project.pathOf(id)]);
  },
  "made larger than a memory": (project, id) =>
    editInPlace(project.pathOf(id), (text) => text + "x".repeat(70_000)),
};

export const STATEMENT_ATTACKS: Readonly<Record<string, Attack>> = {
  deleted: (project, id) => statementsOf(project, id).forEach((path) => void rmSync(path)),
  "deleted with their directory": (project, id) =>
    rmSync(join(project.root, "attest", id), { recursive: true }),
  emptied: (project, id) => statementsOf(project, id).forEach((path) => void truncateSync(path)),
  "edited in place with size and times restored": (project, id) => {
    for (const path of statementsOf(project, id))
      editUnseen(path, (text) => text.replace(/"digest":"./, (start) => `${start.slice(0, -1)}X`));
  },
  "swapped with another's": (project, id) => {
    const [mine, other] = [join(project.root, "attest", id), join(project.root, "attest", "project_t")];
    const aside = join(project.top, "aside");
    renameSync(mine, aside);
    renameSync(other, mine);
    renameSync(aside, other);
  },
  "replaced by a file": (project, id) => {
    const directory = join(project.root, "attest", id);
    rmSync(directory, { recursive: true });
    writeFileSync(directory, EVIL);
  },
};
