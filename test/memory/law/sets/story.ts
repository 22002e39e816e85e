// What the log tells of one machine: what counts there and was not ended, memory by memory.

import type { SetFile } from "../../../../src/memory/law/sets/view.ts";
import type { Statement } from "../../../../src/memory/law/statement.ts";
import { entriesOf, historyOf, isDecision, isEndedBy, isHeard, isWordAct } from "./history.ts";
import type { Entry, Machine, World } from "./world.ts";

export type Story = {
  readonly world: World;
  readonly machine: Machine;
  readonly tombstones: readonly Entry[];
  /** What counts and no tombstone ended, by memory. */
  readonly live: ReadonlyMap<string, readonly Entry[]>;
};

export function tellStory(world: World, machine: Machine): Story {
  const history = historyOf(entriesOf(world, machine), machine.trust);
  const tombstones = history.filter(({ said }) => said.act === "forget");
  const isOver = (each: Entry): boolean => tombstones.some((by) => isEndedBy(by, each));
  const left = history.filter((each) => each.said.act !== "forget" && !isOver(each));
  return { world, machine, tombstones, live: Map.groupBy(left, ({ said }) => memoryOf(said)) };
}

/** What is said under another id is of another memory. */
export function memoryOf(of: Statement | Pick<SetFile, "born" | "id">): string {
  return "id" in of ? `${of.born} ${of.id}` : of.born;
}

export const heardOf = ({ world, machine, live }: Story, memory: string): Entry[] =>
  (live.get(memory) ?? []).filter((each) => !isWordAct(each) || isHeard(world, machine, each));

/** A person stands in the place of anything; a machine of machines' words; a hand edit of the same hand's. */
export function standsInPlace(by: Entry, of: Entry): boolean {
  if (!by.shown.has(of.said.hash)) return false;
  if (by.said.act === "draft") return of.said.act === "draft" && of.said.signer === by.said.signer;
  return isDecision(by) || (of.said.act !== "draft" && !isDecision(of));
}
