// What is open while a script is read: `if`, loops, `case`, braces, and functions up to the end of their body.

import type { Cursor } from "./cursor.ts";
import type { Compound, FunctionItem, Item } from "./script.ts";

/** How many `case` are open: their patterns end with a parenthesis that closes nothing. And compounds of any kind. */
export type Cases = {
  open: number;
  readonly compounds: Compound[];
  /** The compound that ended just now: redirections that follow are its own. */
  ended: Compound | null;
  readonly functions: OpenFunction[];
};

/** A function whose end is not reached yet: where its body begins, and how many compounds are around it. */
type OpenFunction = { readonly item: FunctionItem; readonly from: number; readonly compounds: number };

export function openCompound({ compounds }: Cases): Item {
  const compound: Compound = { kind: "opens", redirects: [] };
  compounds.push(compound);
  return compound;
}

export function closeCompound(cases: Cases): Item[] {
  cases.ended = cases.compounds.pop() ?? null;
  return cases.ended === null ? [] : [{ kind: "closes" }];
}

/** A body ends where as many compounds are open as before it. */
export function closeFunctions(cursor: Cursor, { compounds, functions }: Cases): void {
  for (let last = functions.at(-1); last !== undefined; last = functions.at(-1)) {
    if (compounds.length > last.compounds) return;
    last.item.body = cursor.text.slice(last.from, cursor.at);
    functions.pop();
  }
}
