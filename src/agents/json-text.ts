// JSON as a text with offsets, so that a settings file can be changed at one spot and stay as it is
// everywhere else. Accepts what JSON.parse accepts, and comments where the client of the file does.

import { type Node, type ParseError, parseTree, stripComments } from "jsonc-parser";

export type JsonTree = {
  readonly root: Node;
  /** What JSON.parse makes of the text. */
  readonly value: unknown;
};

/** No settings file is nested deeper; what is would end the stack. */
const DEPTH_MAX = 200;

type Options = { readonly comments: boolean };

/** @returns null when the text is not JSON, or says one key of an object twice: which of the two counts is not for us to say. */
export function parseJsonText(text: string, options: Options): JsonTree | null {
  const tree = parseStrictly(text, options);
  return tree === null || findDouble(tree.root) !== null ? null : tree;
}

/** @returns the first key that an object of the text has twice; null when there is none, or the text is not JSON. */
export function findDoubleKey(text: string, options: Options): string | null {
  const tree = parseStrictly(text, options);
  return tree === null ? null : findDouble(tree.root);
}

/** The package reads on after a fault, and lets pass what JSON does not allow; JSON.parse does neither. */
function parseStrictly(given: string, { comments }: Options): JsonTree | null {
  // Some editors begin a file with a byte order mark. A blank keeps the places.
  const text = given.startsWith("\uFEFF") ? ` ${given.slice(1)}` : given;
  const value = parseValue(comments ? stripComments(text, " ") : text);
  if (value === undefined || isTooDeep(value)) return null;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: !comments });
  return root === undefined || errors.length > 0 ? null : { root, value };
}

/** @returns undefined when the text is not JSON. */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Level by level: a function that calls itself would end the stack that this protects. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return true;
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  }
  return false;
}

function findDouble({ type, children = [] }: Node): string | null {
  for (const child of children) {
    const inside = findDouble(child);
    if (inside !== null) return inside;
  }
  if (type !== "object") return null;
  const keys = new Set<string>();
  for (const child of children) {
    const key = keyOf(child);
    if (key === null) continue;
    if (keys.has(key)) return key;
    keys.add(key);
  }
  return null;
}

/** @returns null in an array. */
export function keyOf({ type, children }: Node): string | null {
  const key: unknown = type === "property" ? children?.[0]?.value : null;
  return typeof key === "string" ? key : null;
}

/** A member of an object begins at its key, and ends with its value. */
export function endOf({ offset, length }: Node): number {
  return offset + length;
}
