// Attack: an id is the name of a file, so a stranger's is up to ninety characters of their own words, which an agent reads
// when it lists what is here. An agent is shown a number in the place of an id for which nobody trusted here ever vouched. A
// person sees the id, and refers to the memory by it.

import { dirname } from "node:path";
import { isNegative } from "../../memory/law/kinds.ts";
import { gather } from "../../memory/law/sets/gather.ts";
import type { StandingInput } from "../../memory/law/standing.ts";
import { NO_FILE } from "../../memory/law/standing-input.ts";
import { listOneOfEach } from "../../store/memory-files.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { type DescribedMemory, describeMemory } from "./describe-memory.ts";
import { gatherStatements, type LoadedMemory } from "./load-memory.ts";

type Named = Pick<LoadedMemory, "root" | "input"> & Partial<Pick<LoadedMemory, "file">>;

/** Its id, or `foreign #3`. The numbers are given in the order of a listing, and each stays with its memory. */
export function nameFor(workspace: Workspace, { root, input, file }: Named): string {
  const { id } = file ?? input.place;
  if (!isForAgent(workspace) || isKnown(input)) return id;
  const { foreignNumbers: numbers } = workspace;
  const key = `${root.id} ${id}`;
  const number = numbers.get(key) ?? numbers.size + 1;
  numbers.set(key, number);
  return `foreign #${number}`;
}

/** That this machine took one out of use says nothing good of its name. */
function isKnown(input: StandingInput): boolean {
  return gather(input).counted.some((each) => !isNegative(each));
}

/** The same for an id of which there may be no file. */
export function nameOfId(workspace: Workspace, root: OpenRoot, id: string): string {
  if (!isForAgent(workspace)) return id;
  const input = gatherStatements(workspace, root, { id, remembered: null, file: NO_FILE });
  return nameFor(workspace, { root, input });
}

/** The same where it is not known in which root. */
export function nameSomewhere(workspace: Workspace, id: string): string {
  const names = workspace.roots.map((root) => nameOfId(workspace, root, id));
  return names.includes(id) ? id : (names[0] ?? id);
}

/** Of all memories those that may be named, each once. */
export function listNamedIds(workspace: Workspace): string[] {
  const ids = workspace.roots.flatMap((root) =>
    listOneOfEach(root.path).flatMap(({ id }) => (nameOfId(workspace, root, id) === id ? [id] : [])),
  );
  return [...new Set(ids)];
}

/** One of a list. Whoever asks for a memory by its id knows the id. */
export function describeListed(workspace: Workspace, loaded: LoadedMemory): DescribedMemory {
  const described = describeMemory(workspace, loaded);
  const id = nameFor(workspace, loaded);
  return id === described.id ? described : { ...described, id, path: `${dirname(described.path)}/` };
}

export function isForAgent({ presence }: Workspace): boolean {
  return presence.kind === "nobody" && presence.isAgent?.() === true;
}
