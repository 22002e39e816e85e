// The local archive: `archive/YYYY-MM/<id>.md`. Never synced, never read for recall.

import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { refuseOutside } from "./refuse-outside.ts";

const MONTH = /^\d{4}-\d{2}$/;

/** Every archived copy of one memory, the oldest first. */
export function findArchived(root: string, id: string): string[] {
  return listMonths(root).flatMap((month) => {
    const paths: string[] = [];
    for (let copy = 1; isFile(join(root, nameCopy(month, id, copy))); copy += 1) {
      paths.push(join(root, nameCopy(month, id, copy)));
    }
    return paths;
  });
}

/** Where the next copy goes, relative to the root. A memory that comes and goes twice in a month has two. */
export function nameArchived(root: string, month: string, id: string): string {
  for (let copy = 1; ; copy += 1) {
    const name = nameCopy(join("archive", month), id, copy);
    if (lstatSync(join(root, name), { throwIfNoEntry: false }) === undefined) return name;
  }
}

/** Its directories, relative to the root. */
export function listMonths(root: string): string[] {
  if (!refuseOutside(root, "archive")) return [];
  return readdirSync(join(root, "archive"))
    .filter((name) => MONTH.test(name))
    .map((name) => join("archive", name))
    .sort()
    .filter((month) => refuseOutside(root, month));
}

function nameCopy(month: string, id: string, copy: number): string {
  // No id holds a hyphen, so this is nobody else's name.
  return join(month, copy === 1 ? `${id}.md` : `${id}-${copy}.md`);
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
