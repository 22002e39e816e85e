// Takes entries out of a JSON text again. What a person wrote around them stays, comments too; a text that has only what we
// put in becomes the text that was there.

import type { Node } from "jsonc-parser";
import { findAt, type JsonPath, type JsonText } from "./edit-json.ts";
import { endOf, keyOf, parseJsonText } from "./json-text.ts";

/** Removes a child, and every container that we made for it. @returns null when nothing is left of a text of ours. */
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

/** A child, one comma, and the line if nothing else is on it: comments that a person wrote around it stay. */
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
