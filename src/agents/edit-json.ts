// Adds entries to a JSON text. Every other byte of the text stays, and removing the entries restores exactly the previous
// text.
//
// The layout records the previous text: an empty container that existed before gets its first child directly before its
// closing bracket, and a container that we created has a line end there. So when our last child is removed, the layout
// tells whether to remove the container.

import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  stripComments,
} from "jsonc-parser";
import type { EditResult } from "./client-settings.ts";

/** Keys of objects and positions in arrays, from the top down. */
export type JsonPath = readonly (string | number)[];

export type JsonText = { readonly text: string; readonly comments: boolean };

/** @returns null when the text is not JSON, or the path does not exist. */
export function readAt(json: JsonText, path: JsonPath = []): { readonly value: unknown } | null {
  const tree = parseJsonText(json.text, json);
  if (tree === null || path.length === 0) return tree;
  const node = findAt(tree.root, path);
  return node === null ? null : { value: getNodeValue(node) };
}

/** @returns null when the path does not exist. */
function findAt(root: Node, path: JsonPath): Node | null {
  return findNodeAtLocation(root, [...path]) ?? null;
}

/** Appends a value to the list at `path`, and creates the list and its parents if they are missing. @returns null when
 * another value is in the way. */
export function addToList(json: JsonText, path: readonly string[], value: unknown): string | null {
  const place = findPlace(json, path);
  if (place === null || (place.container.type === "array") !== (place.key === undefined)) return null;
  const { key, missing, ...into } = place;
  const child = key === undefined ? { key: null, value } : { key, value: wrapIn(missing, [value]) };
  return insertChild(json.text, { ...into, child });
}

/** Adds a value under a key of an object, and creates the object if it is missing. @returns null when another value is in
 * the way, or the key already exists. */
export function addUnderKey(json: JsonText, path: readonly string[], value: unknown): string | null {
  const place = findPlace(json, path);
  if (place === null || place.key === undefined || place.container.type === "array") return null;
  const { key, missing, ...into } = place;
  return insertChild(json.text, { ...into, child: { key, value: wrapIn(missing, value) } });
}

/** The deepest existing container on the path, and the missing names below it. */
function findPlace({ text, comments }: JsonText, path: readonly string[]) {
  const root = parseJsonText(text, { comments })?.root;
  if (root === undefined) return null;
  let depth = path.length;
  while (depth > 0 && findAt(root, path.slice(0, depth)) === null) depth -= 1;
  const container = findAt(root, path.slice(0, depth));
  if (container?.type !== "object" && container?.type !== "array") return null;
  const [key, ...missing] = path.slice(depth);
  return { container, depth, key, missing };
}

function wrapIn(names: readonly string[], value: unknown): unknown {
  return names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}

/** Replaces an existing value. */
export function replaceAt(json: JsonText, path: JsonPath, value: unknown): string {
  const { text } = json;
  const root = parseJsonText(text, json)?.root;
  const node = root === undefined ? null : findAt(root, path);
  if (node === null) return text;
  const rendered = renderValue(value, indentBefore(text, node.offset) ?? "", styleOf(text));
  return text.slice(0, node.offset) + rendered + text.slice(endOf(node));
}

type Insertion = {
  readonly container: Node;
  readonly depth: number;
  readonly child: { readonly key: string | null; readonly value: unknown };
};

function insertChild(text: string, { container, depth, child }: Insertion): string {
  const style = styleOf(text);
  const last = container.children?.at(-1);
  const gap = gapBefore(text, container);
  const isWord = typeof child.value === "string" && !gap.includes("\n");
  const indent = gap.includes("\n") ? gap.slice(gap.lastIndexOf("\n") + 1) : style.unit.repeat(depth + 1);
  const name = child.key === null ? "" : `${JSON.stringify(child.key)}: `;
  const rendered = name + renderValue(child.value, indent, style);
  if (last === undefined) return splice(text, endOf(container) - 1, rendered);
  const separator = isWord ? " " : `${style.newline}${indent}`;
  return splice(text, endOf(last), `,${separator}${rendered}`);
}

/** The text before the last child, if it is blank. */
function gapBefore(text: string, { offset, children }: Node): string {
  const [before, last] = [children?.at(-2), children?.at(-1)];
  if (last === undefined) return "";
  const gap = text.slice(before === undefined ? offset + 1 : endOf(before), last.offset).replace(/^\s*,/, "");
  return /^\s*$/.test(gap)
    ? gap
    : `${gap.includes("\n") ? "\n" : ""}${indentBefore(text, last.offset) ?? ""}`;
}

type Style = { readonly newline: string; readonly unit: string };

/** The style of the text: the first indented line gives the unit. */
function styleOf(text: string): Style {
  const unit = /^[ \t]+(?=\S)/m.exec(text)?.[0] ?? "  ";
  return { newline: text.includes("\r\n") ? "\r\n" : "\n", unit: unit.length > 8 ? "  " : unit };
}

function indentBefore(text: string, at: number): string | null {
  return /(?:^|\n)([ \t]*)$/.exec(text.slice(0, at).slice(-200))?.[1] ?? null;
}

function renderValue(value: unknown, indent: string, { newline, unit }: Style): string {
  return renderJson(value, unit).replaceAll("\n", `${newline}${indent}`);
}

/** Keeps the words of a command line on one line, because people read their settings. */
export function renderJson(value: unknown, unit: string): string {
  const lines: string[] = [];
  const text = JSON.stringify(
    value,
    (key, each: unknown) => {
      if (key !== "args" || !Array.isArray(each)) return each;
      return `\0${lines.push(`[${each.map((word) => JSON.stringify(word)).join(", ")}]`) - 1}`;
    },
    unit,
  );
  return text.replaceAll(/"\\u0000(\d+)"/g, (_, line: string) => lines[Number(line)] ?? "");
}

function splice(text: string, at: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at);
}

// Why a text cannot be changed.

type EditRefusal = Extract<EditResult, { kind: "refused" }>;

export const NOT_JSON: EditRefusal = {
  kind: "refused",
  why: "it is not valid JSON, so nothing was changed",
  fix: "repair the file; the client itself cannot read it either",
};

/** A repeated key has its own reason: clients read such a file, and which of the two values counts is the user's decision. */
export function refuseText(json: JsonText, otherwise: EditRefusal): EditRefusal {
  const key = findDoubleKey(json.text, json);
  if (key === null) return otherwise;
  const why = `it has the key ${JSON.stringify(key)} twice, so nothing was changed`;
  return { kind: "refused", why, fix: "repair the file: remove one of the two" };
}

// Removes entries from a text. The user's own text around them stays, including comments; a text that contains only our
// entries becomes the previous text.

/** Removes a child, and every container that we created for it. @returns null when nothing is left of a text of ours. */
export function removeAt(json: JsonText, path: JsonPath): string | null {
  const root = parseJsonText(json.text, json)?.root;
  return root === undefined ? null : removeChild(json.text, root, path);
}

function removeChild(text: string, root: Node, path: JsonPath): string | null {
  const step = path.at(-1);
  const parent = findAt(root, path.slice(0, -1));
  if (step === undefined || parent === null) return null;
  const children = parent.children ?? [];
  const at = typeof step === "number" ? step : children.findIndex((each) => keyOf(each) === step);
  const child = children[at];
  if (child === undefined) return text;
  const [before, after] = [children[at - 1], children[at + 1]];
  const [start, end] = [child.offset, endOf(child)];
  const isCommented = (from: number, to: number): boolean => text.slice(from, to).includes("/");
  if (before !== undefined && !isCommented(endOf(before), start)) return cut(text, endOf(before), end);
  if (before === undefined && after !== undefined && !isCommented(end, after.offset))
    return cut(text, start, after.offset);
  if (after !== undefined) return cutAlone(text, child, commaAfter(text, end));
  if (before !== undefined) return cutAlone(text, child, commaAfter(text, endOf(before)));
  if (end === endOf(parent) - 1) return cut(text, start, end);
  if (isCommented(parent.offset, start) || isCommented(end, endOf(parent))) return cutAlone(text, child);
  return removeChild(text, root, path.slice(0, -1));
}

function commaAfter(text: string, end: number): number {
  const between = /(?:\s|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*/y;
  between.lastIndex = end;
  return end + (between.exec(text)?.[0].length ?? 0);
}

/** Cuts a child, one comma, and the line if it is otherwise empty; the user's comments around it stay. */
function cutAlone(text: string, child: Node, comma?: number): string {
  const end = endOf(child);
  const [head, tail] = [text.slice(0, child.offset), text.slice(end)];
  const isBefore = comma !== undefined && comma < child.offset;
  const above = isBefore ? cut(head, comma, comma + 1) : head;
  const below = comma === undefined || isBefore ? tail : cut(tail, comma - end, comma - end + 1);
  const rest = below.replace(/^[ \t]+/, "");
  return (/^\r?\n/.test(rest) ? above.replace(/\r?\n[ \t]*$/, "") : above) + rest;
}

function cut(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(to);
}

// JSON as a text with offsets, so that a settings file can be changed in one place and stay the same everywhere else.
// Accepts everything that JSON.parse accepts, and comments if the client of the file does.

type JsonTree = {
  readonly root: Node;
  /** The result of JSON.parse. */
  readonly value: unknown;
};

/** No settings file is nested deeper; a deeper one would exhaust the stack. */
const DEPTH_MAX = 200;

type Options = { readonly comments: boolean };

/** @returns null when the text is not JSON, or an object has the same key twice, because we cannot decide which value
 * counts. */
export function parseJsonText(text: string, options: Options): JsonTree | null {
  const tree = parseStrictly(text, options);
  return tree === null || findDouble(tree.root) !== null ? null : tree;
}

/** @returns the first repeated key of an object; null when there is none, or the text is not JSON. */
function findDoubleKey(text: string, options: Options): string | null {
  const tree = parseStrictly(text, options);
  return tree === null ? null : findDouble(tree.root);
}

/** Checked by JSON.parse as well, because the package reads on after an error and accepts some texts that are not JSON. */
function parseStrictly(given: string, { comments }: Options): JsonTree | null {
  // Some editors begin a file with a byte order mark. A blank in its place keeps the offsets.
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

/** Works level by level, because a recursive function would exhaust the stack that this protects. */
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
function keyOf({ type, children }: Node): string | null {
  const key: unknown = type === "property" ? children?.[0]?.value : null;
  return typeof key === "string" ? key : null;
}

/** A member of an object extends from its key to the end of its value. */
function endOf({ offset, length }: Node): number {
  return offset + length;
}
