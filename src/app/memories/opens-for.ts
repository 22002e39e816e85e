import { type Instant, parseInstant } from "../../memory/instant.ts";
import { selectEvidence } from "../../memory/law/evidence.ts";
import { promotionOpens } from "../../memory/law/lifecycle.ts";
import type { LoadedMemory } from "./load-memory.ts";

/**
 * When a promote opens, or null while nothing is on record to count from. What a person dictated waits for their yes and
 * for nothing else; everything else is observed from the first trusted statement about this very text.
 */
export function opensFor({ memory, digest, input }: LoadedMemory, now: Instant): Instant | null {
  const times = selectEvidence(input)
    .present.filter((each) => each.digest === digest)
    .flatMap(({ time }) => parseInstant(time) ?? []);
  // Dated ahead by a wrong clock, it waits for their yes all the same.
  if (memory?.origin === "dictated" && times.length > 0) return Math.min(...times, now);
  return promotionOpens(memory?.createdAt ?? null, times, now);
}
