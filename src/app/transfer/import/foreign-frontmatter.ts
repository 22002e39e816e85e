// The frontmatter of other tools. Ours is read by the one reader of our format; anything else by this lenient one, which
// takes scalars, lists, block texts and one level of nesting, in linear time, and believes none of it: what it gives is
// cleaned and judged like any text. Attack: a key that is there twice, so that another reader sees another value.

import { type FrontmatterValue, parseFrontmatter } from "../../../memory/file/frontmatter.ts";

export type ForeignText =
  | {
      readonly kind: "text";
      readonly keys: ReadonlyMap<string, string | readonly string[]>;
      readonly body: string;
    }
  | { readonly kind: "ambiguous"; readonly why: string };

const LINES_MAX = 200;
const KEY = /^( {0,8})([A-Za-z][\w-]{0,63}):(?:[ \t]+(.*))?$/;
const ITEM = /^ {0,8}- (.*)$/;
const BLOCK = /^[>|][+-]?$/;

export function parseForeign(text: string): ForeignText {
  const strict = parseFrontmatter(text);
  if (strict.kind === "frontmatter") {
    const known = strict.entries.flatMap(({ key, value }) => (isValue(value) ? [[key, value] as const] : []));
    return { kind: "text", keys: new Map(known), body: text.slice(strict.bodyStart) };
  }
  if (strict.rule === "duplicate-key") return { kind: "ambiguous", why: strict.message };
  const lines = text.split("\n", LINES_MAX);
  const end = lines[0] === "---" ? lines.indexOf("---", 1) : -1;
  if (end === -1) return { kind: "text", keys: new Map(), body: text };
  const body = text.slice(lines.slice(0, end + 1).join("\n").length + 1);
  return readLines(lines.slice(1, end), body);
}

function isValue(value: FrontmatterValue): value is string | readonly string[] {
  return value !== null;
}

function readLines(lines: readonly string[], body: string): ForeignText {
  const keys = new Map<string, string | readonly string[]>();
  let parent = "";
  for (let at = 0; at < lines.length; at += 1) {
    const found = KEY.exec(lines[at] ?? "");
    if (found === null) continue;
    const [, indent = "", name = "", rest = ""] = found;
    const key = indent === "" || parent === "" ? name : `${parent}.${name}`;
    if (keys.has(key)) return { kind: "ambiguous", why: `\`${key}\` is there twice` };
    if (indent === "") parent = rest === "" ? name : "";
    const isBlock = BLOCK.test(rest);
    const below = indentedAfter(lines, at, indent.length);
    const value = toValue(rest.trim(), below);
    if (value !== null) keys.set(key, value);
    // The lines of a block text may look like keys.
    if (isBlock) at += below.length;
  }
  return { kind: "text", keys, body };
}

/** The lines that belong to the key before them. A list may begin at the key's own column. */
function indentedAfter(lines: readonly string[], at: number, indent: number): string[] {
  const below: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const depth = line.length - line.trimStart().length;
    if (line.trim() !== "" && depth <= indent && !ITEM.test(line)) break;
    below.push(line);
  }
  return below;
}

/** @returns null when only keys follow. */
function toValue(text: string, below: readonly string[]): string | readonly string[] | null {
  if (BLOCK.test(text)) return below.map((line) => line.trim()).join(text.startsWith(">") ? " " : "\n");
  if (text === "") {
    const items = below.flatMap((line) => ITEM.exec(line)?.[1] ?? []);
    return items.length === 0 ? null : items.map(unquote);
  }
  if (!text.startsWith("[") || !text.endsWith("]")) return unquote(text);
  return text
    .slice(1, -1)
    .split(",")
    .map((item) => unquote(item.trim()))
    .filter((item) => item !== "");
}

function unquote(text: string): string {
  const quote = text[0];
  if (text.length < 2 || text.at(-1) !== quote || (quote !== '"' && quote !== "'")) return text;
  const inner = text.slice(1, -1);
  return quote === "'" ? inner.replaceAll("''", "'") : inner.replaceAll(/\\(["\\])/g, "$1");
}
