// Words of others that are no memory: the reason of a statement, a line of the journal, a name on a card or of a file.
//
// Attack: whoever can sign one, with a stolen key too, writes a secret into it, and every terminal and log that tells of it shows
// the secret. No validator looks at these words when they arrive, because a negative statement has to count whatever it says.

import { basename, dirname, extname, join } from "node:path";
import type { Memory } from "../../memory/memory.ts";
import { isDoubtful, isOddName, replaceDoubtful } from "../../memory/text/doubtful-names.ts";
import { revealLine } from "../../memory/text/look-alikes.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import { renderNameRuns } from "../../validate/file-stem.ts";
import { maskSecret } from "../../validate/mask-secret.ts";
import { scanSecrets } from "../../validate/secrets/scan-secrets.ts";

/** One line, without what a reader does not see, so that nothing hidden breaks a secret up. */
export function hideSecrets(given: string): string {
  return maskIn(renderTerminalLine(given), (between) => between);
}

/** The name of a file as a person reads it: anybody can have given it. */
export function showName(name: string): string {
  return maskIn(name, revealLine);
}

// The names of memories and of other Markdown files in what tells of them (cli/call/covered-io.ts says where): never in the text
// of a memory, which is shown as it is signed.

/** A text with the secrets covered that are part of a name, or of a word that stands for one. What covers them breaks neither
 * JSON nor markup. */
export function coverNames(text: string, words: readonly string[] = []): string {
  const named = words.reduce((rest, word) => rest.replaceAll(word, () => coverName(word)), text);
  return replaceDoubtful(named, coverName);
}

/** The same of a value that is data and nothing else. */
export function coverIn<Value>(value: Value): Value {
  return JSON.parse(coverNames(JSON.stringify(value)));
}

/** A path as it is on the disk. Attack: hidden characters in a name, or others that look alike, of which half a secret is left when
 * they are printed in a way that can be read. So all of such a name is covered. */
export function coverPath(path: string): string {
  const name = basename(path);
  const isCovered = isOddName(name) && findInName(name).length > 0;
  return isCovered ? join(dirname(path), `${sayCovered(name)}${extname(name)}`) : coverNames(path);
}

/** Asked about every file of a root, so of most it is told by a look. */
export function holdsSecret(id: string): boolean {
  return isDoubtful(id) && coverName(id) !== id;
}

/** An answer names a memory more than once. */
const covered = new Map<string, string>();
const COVERED_MAX = 1_000;

function coverName(name: string): string {
  const known = covered.get(name);
  if (known !== undefined) return known;
  if (covered.size >= COVERED_MAX) covered.clear();
  const shown = coverFound(name);
  covered.set(name, shown);
  return shown;
}

/** From where it begins to the end, because a secret that is broken up goes on behind what a rule finds of it; all of the name
 * where something would still be found. */
function coverFound(name: string): string {
  const found = findInName(name);
  if (found.length === 0) return name;
  const start = Math.min(...found.map((value) => name.indexOf(value)));
  if (start < 0) return sayCovered(name);
  const shown = name.slice(0, start) + sayCovered(name.slice(start));
  return findInName(shown).length > 0 ? sayCovered(name) : shown;
}

function findInName(name: string): string[] {
  const runs = renderNameRuns(name);
  return scanSecrets(runs).map(({ start, end }) => runs.slice(start, end));
}

function sayCovered(value: string): string {
  return maskSecret(value).replaceAll('"', "");
}

/** Of findings that overlap, all is hidden and the first is previewed. */
function maskIn(text: string, show: (between: string) => string): string {
  let [shown, at] = ["", 0];
  for (const { start, end } of scanSecrets(text).toSorted((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    if (start >= at) shown += show(text.slice(at, start)) + maskSecret(text.slice(start, end));
    at = end;
  }
  return shown + show(text.slice(at));
}

/** Lines that a person, a check or an older version wrote. */
export function hideInReasons<Entry extends { readonly reason: string | null }>(
  entries: readonly Entry[],
): Entry[] {
  return entries.map((entry) =>
    entry.reason === null ? entry : { ...entry, reason: hideSecrets(entry.reason) },
  );
}

type Cause = Pick<Memory, "quarantineReason" | "quarantinedBy">;

/** What a file says of its quarantine. */
export function hideInCause(memory: Cause | null): Cause {
  const hide = (words: string | null = null): string | null => (words === null ? null : hideSecrets(words));
  return { quarantineReason: hide(memory?.quarantineReason), quarantinedBy: hide(memory?.quarantinedBy) };
}
