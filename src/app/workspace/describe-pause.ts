import { renderInstant } from "../../memory/instant.ts";
import type { Pause } from "./pause.ts";

/** One sentence, for every place that says it. */
export function describePause({ until, session }: Pause): string {
  const where = session === null ? "" : ` in session ${session}`;
  const end = until === null ? "until credence resume" : `until ${renderInstant(until)}`;
  return `memories and capture are paused${where} ${end}; the write guard is not`;
}
