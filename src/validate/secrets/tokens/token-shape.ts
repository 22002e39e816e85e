// Turns a row of a table into a rule. Most providers issue tokens that differ in nothing but prefix, alphabet and
// length; a file for each would be the same file two hundred times, so those are data and only their idea is code.
// The proof is made from the same row: a sample that must fire, and a row of one letter that must not.

import type { Rule } from "../../rule.ts";
import { isVaried } from "../judge/entropy.ts";
import { isTokenStandIn } from "../judge/placeholder.ts";
import { isPublishedSample } from "../judge/published-samples.ts";

/** Id, description, and shapes, separated by spaces: literals, `{a,b}` for either, `<alphabet length>` or `<alphabet
 * min-max>` for a run of characters. The fourth element marks real tokens that may repeat one letter. */
export type TokenRow = readonly [id: string, what: string, shapes: string, varied?: "monotonous"];

const ALPHABETS: Readonly<Record<string, string>> = {
  hex: "0123456789abcdef",
  anyhex: "0123456789abcdefABCDEF",
  lower: "abcdefghijklmnopqrstuvwxyz0123456789",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  letters: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  digits: "0123456789",
  alnum: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  bech32: "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
  url: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-",
  padded: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_=.-",
  base64: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=",
};

const UUID = "<hex 8>-<hex 4>-<hex 4>-<hex 4>-<hex 12>";

type Run = { readonly letters: string; readonly min: number; readonly max: number };
type Shape = readonly (string | Run)[];

export function tokenRule([id, what, notation, varied]: TokenRow): Rule {
  const shapes = notation.split(" ; ").flatMap(expand).map(parseShape);
  return {
    id,
    family: "prefixed",
    severity: "error",
    keywords: [...new Set(shapes.map(keywordOf))],
    ...(shapes.every(([first]) => typeof first === "string") ? { anchored: true as const } : {}),
    isPossible: (text) => shapes.some((shape) => mayBegin(shape, text)),
    pattern: new RegExp(`${startOf(shapes)}(?:${shapes.map(renderShape).join("|")})`, "g"),
    message: what,
    accepts: ({ value, index, text }) => {
      if (varied === "monotonous") return true;
      if (isTokenStandIn(value) || isPublishedSample(value) || isAsset(text, index + value.length))
        return false;
      return isVaried(bodyOf(value, shapes));
    },
    // For tests and documentation, so that no command pays for its two hundred tables of samples.
    get catches() {
      return shapes.flatMap((shape) =>
        ["", "_"].map((mark) => `use ${mark}${fill(shape, sampleOf)}${mark} here`),
      );
    },
    get spares() {
      return shapes.flatMap((shape) => [fill(shape, () => ""), fill(shape, (run) => "x".repeat(run.min))]);
    },
  };
}

/** For a shape that begins with a run: false if no occurrence of the following literal has enough of the run before it. */
function mayBegin([first, literal]: Shape, text: string): boolean {
  if (typeof first !== "object" || typeof literal !== "string") return true;
  for (let at = text.indexOf(literal); at !== -1; at = text.indexOf(literal, at + 1)) {
    let from = at;
    while (at - from < first.min && first.letters.includes(text.charAt(from - 1) || " ")) from -= 1;
    if (at - from === first.min) return true;
  }
  return false;
}

/** `icon.ico-0f9a….png`: the digest in the name of a picture, a style or a script. */
function isAsset(text: string, end: number): boolean {
  return /^\.(?:png|jpe?g|gif|svg|ico|webp|css|m?js|html?)\b/i.test(text.slice(end, end + 6));
}

/** "gh{p,o}_" is "ghp_" and "gho_"; one pair of braces per shape. */
function expand(notation: string): string[] {
  const [, before = "", choices, after = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(notation) ?? [];
  return choices === undefined
    ? [notation]
    : choices.split(",").map((choice) => `${before}${choice}${after}`);
}

function parseShape(notation: string): Shape {
  return notation
    .replace("<uuid>", UUID)
    .split(/(?=<)|(?<=>)/)
    .map((part) => parseRun(part) ?? part);
}

function parseRun(part: string): Run | null {
  const [, alphabet = "", min, max] = /^<(\w+) (\d+)(?:-(\d+))?>$/.exec(part) ?? [];
  if (min === undefined) return null;
  return { letters: ALPHABETS[alphabet] ?? "", min: Number(min), max: Number(max ?? min) };
}

/** The literal at the beginning of the shape or, if the shape begins with a run, the longest literal after it. */
function keywordOf(shape: Shape): string {
  const literals = shape.filter((part) => typeof part === "string");
  const first = shape[0];
  const keyword = typeof first === "string" ? first : literals.toSorted((a, b) => b.length - a.length)[0];
  return (keyword ?? "").toLowerCase();
}

function renderShape(shape: Shape): string {
  const parts = shape.map((part) => {
    if (typeof part === "string") return part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    return `${classOf(part)}${part.min === part.max ? `{${part.min}}` : `{${part.min},${part.max}}`}`;
  });
  return `${parts.join("")}${endOf(shape)}`;
}

/** No token begins after a letter or digit; a shape that begins with a run also must not begin in the middle of one. */
function startOf(shapes: readonly Shape[]): string {
  return shapes.every(([first]) => typeof first === "string")
    ? "(?<![A-Za-z0-9])"
    : "(?<![A-Za-z0-9.-]_{0,3})";
}

/** A run counts as open if its longest and shortest lengths differ by at least this much. */
const OPEN_RUN = 100;

/** A token ends with its last alphabet; a longer word is something else. A run of open length has no such end, because a
 * hostile text of prefixes would then be tried at each of its lengths again and again. Underscores that end a word are
 * Markdown's emphasis. */
function endOf(shape: Shape): string {
  const last = shape.at(-1);
  if (typeof last !== "object") return "(?![A-Za-z0-9])";
  if (last.max - last.min > OPEN_RUN) return "";
  const letters = last.letters.replace("_", "");
  const emphasis = letters === last.letters ? "" : "_{0,3}";
  return `(?!${emphasis}(?:${classOf({ ...last, letters })}|[A-Za-z0-9]))`;
}

/** Ranges for whole alphabets: V8 compiles both alike, but a person can read ranges. */
function classOf({ letters }: Run): string {
  const ranges = letters
    .replace("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "A-Z")
    .replace("abcdefghijklmnopqrstuvwxyz", "a-z")
    .replace("0123456789", "0-9");
  return `[${ranges.replace(/-$/, "\\-").replace("/", "\\/")}]`;
}

function bodyOf(value: string, shapes: readonly Shape[]): string {
  for (const [first] of shapes) {
    if (typeof first === "string" && value.startsWith(first)) return value.slice(first.length);
  }
  return value;
}

function fill(shape: Shape, render: (run: Run, at: number) => string): string {
  return shape.map((part, at) => (typeof part === "string" ? part : render(part, at))).join("");
}

/** A walk through the alphabet in steps of seven, which shares no divisor with most alphabets' lengths. */
function sampleOf({ letters, min }: Run, at: number): string {
  const walk = Array.from({ length: min }, (_, index) =>
    letters.charAt((index * 7 + at * 5 + 3) % letters.length),
  );
  return walk.join("");
}
