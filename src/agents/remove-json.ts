// Takes entries out of a JSON text again. What a person wrote around them stays, comments too; a text that has only what we
// put in becomes the text that was there.

import { type JsonPath, type JsonText, walk } from "./edit-json.ts";
import { type JsonChild, type JsonNode, parseJsonText } from "./json-text.ts";

/** Takes out a child, and with it every container that we made for it. Null where nothing is left of a text of ours. */
export function removeAt(json: JsonText, path: JsonPath): string | null {
  const top = parseJsonText(json.text, json);
  return top === null ? null : removeChild(json.text, top, path);
}

function removeChild(text: string, top: JsonNode, path: JsonPath): string | null {
  const step = path.at(-1);
  const parent = walk(top, path).at(path.length - 1);
  if (step === undefined || parent === undefined) return null;
  const children = parent.children ?? [];
  const at = typeof step === "number" ? step : children.findIndex(({ key }) => key === step);
  const child = children[at];
  if (child === undefined) return text;
  const [before, after] = [children[at - 1], children[at + 1]];
  const { start, node } = child;
  const isCommented = (from: number, to: number): boolean => text.slice(from, to).includes("/");
  if (before !== undefined && !isCommented(before.node.end, start))
    return cut(text, before.node.end, node.end);
  if (before === undefined && after !== undefined && !isCommented(node.end, after.start))
    return cut(text, start, after.start);
  if (after !== undefined) return cutAlone(text, child, commaAfter(text, node.end));
  if (before !== undefined) return cutAlone(text, child, commaAfter(text, before.node.end));
  if (node.end === parent.end - 1) return cut(text, start, node.end);
  if (isCommented(parent.start, start) || isCommented(node.end, parent.end)) return cutAlone(text, child);
  return removeChild(text, top, path.slice(0, -1));
}

function commaAfter(text: string, end: number): number {
  const between = /(?:\s|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*/y;
  between.lastIndex = end;
  return end + (between.exec(text)?.[0].length ?? 0);
}

/** A child, one comma, and the line if nothing else is on it: comments that a person wrote around it stay. */
function cutAlone(text: string, { start, node }: JsonChild, comma?: number): string {
  const [head, tail] = [text.slice(0, start), text.slice(node.end)];
  const isBefore = comma !== undefined && comma < start;
  const above = isBefore ? cut(head, comma, comma + 1) : head;
  const below = comma === undefined || isBefore ? tail : cut(tail, comma - node.end, comma - node.end + 1);
  const rest = below.replace(/^[ \t]+/, "");
  return (/^\r?\n/.test(rest) ? above.replace(/\r?\n[ \t]*$/, "") : above) + rest;
}

function cut(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(to);
}
