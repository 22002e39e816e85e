// A value before its name: "… is the password of the staging box."

import { PASSWORD_WORDS } from "../judge/password-words.ts";
import { shapeOf } from "../judge/shape.ts";
import { isUnmistakable } from "./below.ts";
import { type Line, listPatterns, type NamedPattern, type Restated, restate } from "./lines.ts";

const VALUE = "(?:^|[\\s(\"'`“])([^\\s\"'`<>|()]{8,200})[\"'`”]?";
const LINK =
  "(?:(?: is| was| as|'s| ist| est| es| als| como|,| [=–—-]| ->) (?:(?:the|our|my|your|its|das|le|la|el|o|a) )?| \\()(?:[\\w-]{1,20} ){0,5}?";
const NAME = `(${PASSWORD_WORDS}|(?:api|access|secret) key|token|secret)`;
const END =
  "(?=[.,;:!)]|\\s{0,8}$| (?:for|of|on|in|to|at|and|when|if|until|till|since|from|by|für|de|para)(?![a-z]))";
const REVERSED = new RegExp(`${VALUE}${LINK}${NAME}${END}`, "i");

/** What is unmistakable without a digit and without a sign is at least so long. */
const MAY_HOLD_VALUE = /[\d!@#$%^&*?+~]|[^\s"'`<>|()]{14}/;

export function readReversed(line: Line): Restated[] {
  if (!MAY_HOLD_VALUE.test(line.text)) return [];
  const [, value = "", name = ""] = REVERSED.exec(line.text) ?? [];
  if (!isUnmistakable(value) && shapeOf(value) !== "words") return [];
  return [restate(name, value, line.start + line.text.indexOf(value))];
}

export const REVERSED_PATTERNS: readonly NamedPattern[] = listPatterns({ REVERSED, MAY_HOLD_VALUE });
