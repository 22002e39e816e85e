// Threat: a text that marks itself. The block tells advice from fact by ` (fact` and ` (inferred`, separates titles by ` · ` and opens
// a line of titles with `Perhaps:`. A text that spells one of these puts a standing, a memory or a line of its own beside ours; and
// where every text can say "(fact)", readers learn to overlook the word. Spelled means: in any case, width, spacing and with
// letters that look the same. What is replaced stays legible and as long as it was.

import { lazyPattern } from "../lazy-pattern.ts";
import { LOOK_ALIKES } from "./look-alike-letters.ts";

const MARKERS: ReadonlySet<string> = new Set(["fact", "inferred"]);
/** The whole of a parenthesis that is spaced out, `( f a c t )`; without its spaces. */
const SPACED_MARKERS: ReadonlySet<string> = new Set([...MARKERS, "factcheck"]);

/** With what stands in it, as far as a marker could reach. */
const PARENTHESIS = /([(\uFF08\uFE59\u2768\u2985])([^()\uFF08\uFF09\uFE59\uFE5A]{0,40})([)\uFF09\uFE5A]?)/g;
const MAY_BE_MARKER = /[(\uFF08\uFE59\u2768\u2985]/;
const firstWord = lazyPattern(String.raw`^[\s._*~-]*([\p{L}\p{M}\p{N}_]+)`, "u");
const spaced = lazyPattern(String.raw`^[\s._*~,\p{L}\p{M}-]*$`, "u");
const marks = lazyPattern(String.raw`\p{M}`, "gu");

/** `(inferred)` becomes `[inferred]`, `(fact, check)` becomes `[fact, check]`. */
export function neutralizeMarkers(text: string): string {
  return mapMarkers(text, ({ inside, close }) => `[${inside.normalize("NFKC")}${close === "" ? "" : "]"}`);
}

/** Encodes the sign that opens a marker, in a text that must lead back to what it was. */
export function encodeMarkers(text: string, encode: (char: string) => string): string {
  return mapMarkers(text, ({ open, inside, close }) => `${encode(open)}${inside}${close}`);
}

type Parenthesis = { readonly open: string; readonly inside: string; readonly close: string };

function mapMarkers(text: string, render: (marker: Parenthesis) => string): string {
  if (!MAY_BE_MARKER.test(text)) return text;
  return text.replace(PARENTHESIS, (...[whole, open = "", inside = "", close = ""]: string[]) =>
    isMarker(inside) ? render({ open, inside, close }) : (whole ?? ""),
  );
}

function isMarker(inside: string): boolean {
  const word = firstWord().exec(inside)?.[1];
  if (word === undefined) return false;
  if (MARKERS.has(foldLetters(word))) return true;
  return spaced().test(inside) && SPACED_MARKERS.has(foldLetters(inside).replace(/[^a-z]/g, ""));
}

/** Letters as a reader takes them: without width, case, accents and alphabet. */
function foldLetters(text: string): string {
  const plain = text.normalize("NFKD").replace(marks(), "").toLowerCase();
  return /^[\u0000-\u007F]*$/.test(plain)
    ? plain
    : Array.from(plain, (char) => LOOK_ALIKES.get(char) ?? char).join("");
}

/** A middle dot that stands alone, however it is encoded. */
const BARE_DOT = /(^|[ \t])[\u00B7\u0387\u2027\u2219\u22C5\u30FB\uFF65](?=[ \t]|$)/gm;
const MAY_BE_DOT = /[\u00B7\u0387\u2027\u2219\u22C5\u30FB\uFF65]/;
/** The words that open a line of the block which is no memory's own. */
const HEADING = /(perhaps|topics)(\s*)[:\uFF1A\uFE55\uFE13]/gi;
const MAY_BE_HEADING = /perhaps|topics/i;

/** ` · ` becomes ` - `, `Perhaps:` becomes `Perhaps,`. */
export function neutralizeHeadings(text: string): string {
  const undotted = MAY_BE_DOT.test(text) ? text.replace(BARE_DOT, "$1-") : text;
  return MAY_BE_HEADING.test(undotted) ? undotted.replace(HEADING, "$1$2,") : undotted;
}

/** Encodes the colon of a heading, and a dot that is the whole of a path. */
export function encodeHeadings(text: string, encode: (char: string) => string): string {
  if (text.length === 1) return text.replace(MAY_BE_DOT, encode);
  return MAY_BE_HEADING.test(text)
    ? text.replace(HEADING, (whole) => `${whole.slice(0, -1)}${encode(whole.slice(-1))}`)
    : text;
}

/** Whether a text spells any of them. */
export function spellsBlockMark(text: string): boolean {
  return neutralizeMarkers(text) !== text || neutralizeHeadings(text) !== text;
}
