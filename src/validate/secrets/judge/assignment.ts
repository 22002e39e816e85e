// The grammar of "a name is given a value", as written in a few dozen languages and formats: = := ::= ?= .= => -> :
// == != commas and parentheses of calls, XML elements and attributes, command flags. The pattern begins at the word
// that makes a name suspicious and looks at the value without consuming it, so names inside values are seen too.

import type { RuleMatch } from "../../rule.ts";

const CLOSERS = String.raw`(?:\\?["'${"`"}\])}”’»」*]){0,3}(?:\[\d{0,6}\])?`;
/** `<add key="name" value="…">`, `- name: NAME` with `value: …` below it, `variable "name" { default = … }`. */
const VALUE_WORD = String.raw`(?:["']?,?\s{1,30}["']?value["']?|["']?[ \t]{0,3}\{\s{0,40}(?:[a-z]{1,20}[ \t]{0,20}=[^\n]{0,80}\n\s{0,20}){0,3}default)?`;
const TYPE = String.raw`(?:[ \t]{0,3}:?[ \t]{1,3}&?(?:'\w{1,12} )?[A-Za-z][\w<>[\]|.]{0,25}(?=[ \t]{0,3}:?=))?`;
const OPERATOR = String.raw`[ \t]{0,20}(?<operator>:{0,3}={1,3}>?|[.?+|!]={1,2}|=>|->|<-|[:：＝]|\|\||,|\(|\{|>|(?<=[ \t]))`;
/** `"password": {"value": "…"}`. */
const INNER = String.raw`(?:\{\s{0,40}\\?["']?(?:value|plain\w{0,8}|clear\w{0,6}|data|string|secret\w{0,8})\\?["']?\s{0,4}[:=]\s{0,4})?`;
/** Nothing, the line break after an equals sign, that of an element, or that of a block in YAML, as in code and settings. A
 * value below any other name is found by `apart/read-apart.ts`. */
const GAP = String.raw`(?:(?<=:)[ \t]{1,4}[|>][+-]?\r?\n[ \t]{0,20}|(?<==)[ \t]{0,4}(?:\\|\(|["']{3})?\r?\n[ \t>]{0,20}|[ \t]{0,20}|(?<=>)\s{0,40})`;
const QUOTE = "“”„‟‘’‚«»‹›「」『』";
/** The signs and letters of prose that follow a value without a space. An ellipsis is excluded, because it marks an
 * omission. */
const PROSE = `${QUOTE}–—\\u3001-\\u9fff\\uac00-\\ud7af\\uff01-\\uff60`;
/** The end of a bare value. A colon and an equals sign may be inside, but only a few, because names would otherwise chain
 * without end. */
const BARE = `(?:[^\\s\\\\"'\`<>&,;|=:(${PROSE}]|&(?!\\w{1,40}[=;]|&|\\s))`;
const VALUE = [
  String.raw`(?<=>\s{0,40})(?=(?<secretInElement>[^<>\s]{4,400})\s{0,40}<\/)`,
  String.raw`[@$bruf]{0,2}\\?"(?=(?<secretInDouble>[^"\n]{1,800}?)\\?")`,
  String.raw`[@$bruf]{0,2}\\?'(?=(?<secretInSingle>[^'\n]{1,800}?)\\?')`,
  "`(?=(?<secretInBackticks>[^`\\n]{1,800}?)`)",
  `[${QUOTE}](?=(?<secretInQuotes>[^${QUOTE}\\n]{1,800}?)[${QUOTE}])`,
  `(?=(?<secretBare>${BARE}{4,400}(?:[:=]${BARE}{1,100}){0,3}={0,3}))`,
].join("|");

/** `words` is an alternation of the words that may make a name suspicious. */
export function assignmentOf(words: string): RegExp {
  const name = String.raw`(?<key>${words})(?<tail>[\w.-]{0,30})(?![\w.-])`;
  return new RegExp(`${name}${CLOSERS}${VALUE_WORD}${TYPE}${OPERATOR}${GAP}${INNER}(?:${VALUE})`, "dgi");
}

export type Assignment = {
  readonly name: string;
  readonly value: string;
  readonly quoted: boolean;
  /** The character before the name: "<" opens an element, "-" a command flag. */
  readonly before: string;
};

/** Between backticks this begins an expression, not a value. */
const INTERPOLATION = "$".concat("{");
const NAME_CHARS_BEFORE_MAX = 40;

/** @returns null for a comparison, a list in prose or a call, which only look like an assignment. */
export function readAssignment(match: RuleMatch): Assignment | null {
  const { groups, text, index } = match;
  const quotedValue =
    groups["secretInDouble"] ??
    groups["secretInSingle"] ??
    groups["secretInQuotes"] ??
    groups["secretInBackticks"];
  const value = quotedValue ?? groups["secretInElement"] ?? groups["secretBare"];
  if (value === undefined || groups["secretInBackticks"]?.includes(INTERPOLATION)) return null;
  const left = text.slice(findNameStart(text, index), index);
  const before = text.charAt(index - left.length - 1);
  const name = `${left}${groups["key"] ?? ""}${groups["tail"] ?? ""}`;
  const quoted = quotedValue !== undefined;
  // `<your-password>` at the end of a line opens no element.
  if (groups["secretBare"] !== undefined && groups["operator"] === ">" && match.value.includes("\n"))
    return null;
  const assignment = { name, value: trimValue(value, quoted), quoted, before };
  return operatorFits(assignment, groups["operator"] ?? "") && !isCall(match, value) ? assignment : null;
}

function findNameStart(text: string, index: number): number {
  const limit = Math.max(0, index - NAME_CHARS_BEFORE_MAX);
  let start = index;
  while (start > limit && /[\w.$-]/.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function operatorFits({ name, quoted, before }: Assignment, operator: string): boolean {
  switch (operator) {
    case "":
      return quoted || name.startsWith("-");
    case ",":
    case "(":
    case "{":
      return quoted;
    case ":":
      // Part of a path with colons, as in the names of cloud resources.
      return before !== ":";
    case ">":
      return before === "<" || before === ":";
    default:
      return true;
  }
}

/** Removes sentence ends and closing brackets after a bare value. */
function trimValue(value: string, quoted: boolean): string {
  if (quoted) return value;
  let end = value.length;
  while (end > 0 && ".!?".includes(value.charAt(end - 1))) end -= 1;
  const line = value.slice(0, end);
  if (!/[)\]}]$/.test(line) || /[([{]/.test(line)) return line;
  return line.replace(/[)\]}]{1,3}$/, "");
}

/** `token = getToken(…)`: the bare value stops before the parenthesis. */
function isCall(match: RuleMatch, value: string): boolean {
  if (match.groups["secretBare"] === undefined) return false;
  const end = match.index + match.value.length + value.length;
  return match.text.charAt(end) === "(";
}
