// What machines elsewhere signed against a memory that a person approved: it changes nothing, and waits for the person like a request
// that was filed here.

import { SET_ACTS } from "../../memory/law/sets/acts.ts";
import type { SaidWord } from "../../memory/law/sets/said.ts";
import { isPerson } from "../../memory/law/sets/sets.ts";
import { placeFile } from "../../memory/law/sets/standing-of-file.ts";
import type { LoadedMemory } from "./load-memory.ts";

/** Of a memory in use; of one that is out of use nobody asks any more. */
export function listWishes({ file, standing, input }: LoadedMemory): readonly SaidWord[] {
  const isInUse = standing.standing === "verified" || standing.standing === "inferred";
  // A text that waits beside a memory is asked about by itself.
  if (!isInUse || input.place.id !== file.id) return [];
  const said = [...input.attestations, ...input.remembered];
  if (!said.some((each) => SET_ACTS[each.act].makes !== undefined && !isPerson(each))) return [];
  return placeFile(input, input.sets)?.memory.wishes ?? [];
}
