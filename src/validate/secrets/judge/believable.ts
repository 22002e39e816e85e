// A last look at a value that a maintained rule set takes for a secret. Used with that rule set, and with our own forms of
// its rules.

import { isElided, isTemplate } from "./placeholder.ts";
import { isPublishedSample } from "./published-samples.ts";

/** False for an elided value, a variable, or a bare prefix. */
export function isBelievable(id: string, value: string): boolean {
  if (isElided(value) || isTemplate(value)) return false;
  if (id === "secretlint-slack") return /\d{6}|hooks\.slack/.test(value);
  const password = /:\/\/[^:/@\s]{0,256}:([^@\s]{0,256})@/.exec(value)?.[1];
  if (password === undefined) return !isPublishedSample(value);
  return !/^(?:\w{1,40}[-_])?(?:password|passwd|secret)$/i.test(password);
}
