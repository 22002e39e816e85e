// One id in both directories of a root. The file in quarantine is the one that counts.
//
// Attack: a file that nobody vouches for is put into quarantine under the id of a memory in use, so that a repair takes the memory
// away. Then that file is set aside instead.

import { selectVouching } from "../../memory/law/evidence.ts";
import type { Directory } from "../../memory/law/transitions.ts";
import { isRecallable, type LoadedMemory } from "../memories/load-memory.ts";

/** From where one is set aside; null where a person has to remove what is in quarantine, because it is no file to be kept. */
export function chooseTwin(used: LoadedMemory, held: LoadedMemory): Directory | null {
  if (selectVouching(held.input).length > 0 || !isRecallable(used)) return "memories";
  return held.text === null ? null : "quarantine";
}
