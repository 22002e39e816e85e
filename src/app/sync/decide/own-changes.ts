// What our own commands change in a memory without a statement: they take out the name of a forgotten memory, fill in what is missing,
// unarchive.

import { type FrontmatterValue, parseFrontmatter } from "../../../memory/file/frontmatter.ts";
import { rewriteFrontmatter } from "../../../memory/file/write-frontmatter.ts";
import { NAMELESS, NAMING } from "../../change/removed/mentions.ts";

export type Values = { readonly from: FrontmatterValue; readonly to: FrontmatterValue };
export type IsAllowed = (key: string, values: Values) => boolean;

/** Do the two differ by such changes alone, and by what else is allowed? */
export function isHarmless(mine: string, other: string, isAllowed: IsAllowed): boolean {
  const [before, after] = [readValues(mine), readValues(other)];
  if (before === null || after === null) return false;
  const changes: Record<string, FrontmatterValue> = {};
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [before.get(key) ?? null, after.get(key) ?? null];
    if (JSON.stringify(from) === JSON.stringify(to)) continue;
    if (!isAllowed(key, { from, to }) && !isOwnChange(key, from, to)) return false;
    changes[key] = to;
  }
  return rewriteFrontmatter(mine, changes) === other;
}

function readValues(text: string): ReadonlyMap<string, FrontmatterValue> | null {
  const parsed = parseFrontmatter(text);
  return parsed.kind === "broken" ? null : new Map(parsed.entries.map(({ key, value }) => [key, value]));
}

const FILLED: ReadonlySet<string> = new Set(["trust-level", "created-at", "last-verified", "source-machine"]);
const UNARCHIVED: ReadonlySet<string> = new Set(["status", "archived-at", "archived-reason"]);

function isOwnChange(key: string, from: FrontmatterValue, to: FrontmatterValue): boolean {
  if (from === null) return FILLED.has(key);
  if (to === null && UNARCHIVED.has(key)) return from !== "retired";
  return typeof from === "string" && (to === null || typeof to === "string") && isUnnaming(key, from, to);
}

/** Could a value of another memory have become this one because an id in it was forgotten? */
function isUnnaming(key: string, from: string, to: string | null): boolean {
  if (to === null || !NAMING.includes(key)) return key === "supersedes";
  const [first = "", ...others] = to.split(NAMELESS);
  if (others.length === 0 || !from.startsWith(first)) return false;
  let rest = from.slice(first.length);
  for (const piece of others) {
    const id = /^[a-z0-9_]+/.exec(rest)?.[0] ?? "";
    if (id === "" || !rest.startsWith(piece, id.length)) return false;
    rest = rest.slice(id.length + piece.length);
  }
  return rest === "";
}
