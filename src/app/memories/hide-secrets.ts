// Words of others that are no memory: the reason of a statement, a line of the journal, a name on a card or of a file.
//
// Attack: whoever can sign one, with a stolen key too, writes a secret into it, and every terminal and log that tells of it shows
// the secret. No validator looks at these words when they arrive, because a negative statement has to count whatever it says.

import type { Memory } from "../../memory/memory.ts";
import { revealLine } from "../../memory/text/look-alikes.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Card } from "../../trust/cards.ts";
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

/** The same of lines that a person, a check or an older version wrote. */
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

/** Is a name on the card, which its owner chose, one? */
export function namesSecret({ name, persons, machines }: Card): boolean {
  const labels = [...persons, ...machines].flatMap(({ label }) => label ?? []);
  return [name, ...labels].some((each) => scanSecrets(each).length > 0);
}
