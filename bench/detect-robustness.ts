// How much of what is found survives a small change: every true row once more with a typo, a translated key word, other
// quotes, a line break in the middle, and Markdown around it.

import { checkInjection } from "../src/validate/check-injection.ts";
import { NO_CONTEXT } from "../src/validate/verdict.ts";

type Change = { readonly name: string; readonly apply: (text: string) => string };

/** Key words of attacks and what they are in other languages. */
const TRANSLATED: readonly (readonly [RegExp, string])[] = [
  [/\bignore\b/i, "ignoriere"],
  [/\bforget\b/i, "olvida"],
  [/\binstructions\b/i, "instrucciones"],
  [/\bprevious\b/i, "précédentes"],
  [/\bsend\b/i, "envía"],
  [/\bsecret\b/i, "секрет"],
  [/\buser\b/i, "utilisateur"],
  [/\balways\b/i, "immer"],
];

const CHANGES: readonly Change[] = [
  { name: "as it is", apply: (text) => text },
  { name: "a typo", apply: swapInLongestWord },
  { name: "a translated key word", apply: translateFirst },
  { name: "other quotes", apply: (text) => text.replace(/["']/g, "”").replace(/^/, "„") },
  { name: "a line break in the middle", apply: breakInMiddle },
  { name: "Markdown around it", apply: (text) => `> **Note**\n>\n> - ${text.replaceAll("\n", "\n>   ")}` },
];

export function printInjectionRobustness(texts: readonly string[]): void {
  const found = texts.filter(isFlagged);
  console.log(`\nof ${found.length} rows that are found, still found with`);
  for (const { name, apply } of CHANGES) {
    const changed = found.map(apply);
    const count = changed.filter((text, at) => text !== found[at]).length;
    const share = changed.filter(isFlagged).length / found.length;
    console.log(`${name.padEnd(28)}${`${(100 * share).toFixed(1)} %`.padStart(8)}   ${count} rows changed`);
  }
}

/** Two letters in the middle of the longest word change places. */
function swapInLongestWord(text: string): string {
  const words = text.match(/[A-Za-z]{5,}/g) ?? [];
  const longest = words.reduce((best, word) => (word.length > best.length ? word : best), "");
  if (longest === "") return text;
  const at = Math.floor(longest.length / 2);
  const typo = `${longest.slice(0, at - 1)}${longest.charAt(at)}${longest.charAt(at - 1)}${longest.slice(at + 1)}`;
  return text.replace(longest, typo);
}

function translateFirst(text: string): string {
  const known = TRANSLATED.find(([pattern]) => pattern.test(text));
  return known === undefined ? text : text.replace(known[0], known[1]);
}

function breakInMiddle(text: string): string {
  const gap = text.indexOf(" ", Math.floor(text.length / 2));
  return gap === -1 ? text : `${text.slice(0, gap)}\n${text.slice(gap + 1)}`;
}

function isFlagged(text: string): boolean {
  return checkInjection("a.md", text, NO_CONTEXT).label === "FLAGGED";
}
