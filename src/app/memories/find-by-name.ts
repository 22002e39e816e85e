// What people type instead of an id: its beginning, with or without the type, or a title. Attack: a memory that somebody else
// brought is named so that what the person types means it. So a short form never stands for a memory that is withheld, and
// for no other where a withheld one fits too: the whole id decides, and nothing else.

import { CredenceError } from "../../memory/errors.ts";
import { parseMemoryId } from "../../memory/memory.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { listOneOfEach } from "../../store/memory-files.ts";
import { askEach, requireRoot, type Workspace } from "../workspace/workspace.ts";
import { findMemory } from "./find-memory.ts";
import { nameFor } from "./foreign-names.ts";
import { walkMemories } from "./list-memories.ts";
import { type LoadedMemory, loadMemory } from "./load-memory.ts";

const CHARS_MAX = 120;
const LISTED_MAX = 8;

export function findByName(workspace: Workspace, given: string): LoadedMemory {
  requireRoot(workspace);
  const id = parseMemoryId(given);
  if (id !== null && workspace.roots.some((root) => loadMemory(workspace, root, id) !== null)) {
    return findMemory(workspace, given);
  }
  const fitting = [...fittingIds(workspace, given), ...fittingTitles(workspace, given)];
  const found = [...new Map(fitting.map((each) => [`${each.root.id} ${each.file.id}`, each])).values()];
  const [first] = found;
  if (first === undefined) return findMemory(workspace, given);
  if (found.length === 1 && isInUse(first)) return first;
  throw refuseUnclear(workspace, given, found);
}

function isInUse({ standing, memory }: LoadedMemory): boolean {
  return (
    memory?.status === "active" && (standing.standing === "verified" || standing.standing === "inferred")
  );
}

function fittingIds(workspace: Workspace, start: string): LoadedMemory[] {
  if (start === "") return [];
  const lists = askEach(workspace, workspace.roots, (root) =>
    listOneOfEach(root.path)
      .filter(({ id }) => id.startsWith(start) || id.slice(id.indexOf("_") + 1).startsWith(start))
      .slice(0, LISTED_MAX + 1)
      .map(({ id }) => loadMemory(workspace, root, id)),
  );
  return lists.flat().filter((loaded) => loaded !== null);
}

function fittingTitles(workspace: Workspace, given: string): LoadedMemory[] {
  // Nobody types an invisible character.
  const wanted = /\p{C}/u.test(given) ? "" : fold(given);
  if (wanted === "") return [];
  const found: LoadedMemory[] = [];
  for (const loaded of walkMemories(workspace, workspace.roots)) {
    if (loaded.memory !== null && fold(loaded.memory.name) === wanted) found.push(loaded);
    if (found.length > LISTED_MAX) break;
  }
  return found;
}

function fold(text: string): string {
  return sanitizeLine(text, CHARS_MAX).normalize("NFC").toLowerCase();
}

function refuseUnclear(workspace: Workspace, given: string, found: readonly LoadedMemory[]): CredenceError {
  const shown = found
    .slice(0, LISTED_MAX)
    .map((each) => `${nameFor(workspace, each)} (${each.standing.standing})`);
  const more = found.length > LISTED_MAX ? ", and more" : "";
  const message =
    found.length === 1
      ? `${given} is not the whole id of a memory, and the one that fits is withheld`
      : `${given} fits more than one memory`;
  return new CredenceError("NOT_FOUND", message, `give the whole id: ${shown.join(", ")}${more}`);
}
