// The newest version of this person's own card, in machine state beside their key.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../../memory/json.ts";
import { replaceFile } from "../../../store/durable.ts";
import { withStateLock } from "../../../store/lock.ts";
import { type Card, parseCard } from "../../../trust/cards.ts";
import type { Workspace } from "../../workspace/workspace.ts";

type Place = Pick<Workspace, "state">;

/** @returns null when there is none, or it is damaged: then a root has a copy. */
export function readKeptCard(place: Place): Card | null {
  const path = keptPath(place);
  if (!existsSync(path)) return null;
  const text = readFileSync(path, "utf8");
  const value = parseJson(text);
  const card = isRecord(value) ? parseCard(text, `${String(value["owner"])}.json`) : null;
  return card !== null && "hash" in card ? card : null;
}

export function keepCard(place: Place, text: string): void {
  withStateLock(place.state.path, () => replaceFile(keptPath(place), text, 0o600));
}

function keptPath({ state }: Place): string {
  return join(state.path, "keys", "card.json");
}
