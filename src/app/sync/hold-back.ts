// What a sync in the background does not send yet: words younger than ten minutes, because a person may still undo them, and memories
// that an agent saved in a tainted session, until a person has acted on them. A sync that somebody asks for sends all of it.
//
// Attack: a page or a tool tells an agent what to save, and the text is on every machine of its user before the user has read it.

import type { ObjectName } from "../../git/carrier/layout.ts";
import { type Instant, isPlausible, parseInstant } from "../../memory/instant.ts";
import { isTextStatement, kindOfSigner, type Statement } from "../../memory/law/statement.ts";
import { isOwnKey } from "../memories/known-signers.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { Offer } from "./offer.ts";

const YOUNG_MS = 600_000;

/** A time that cannot be right yet keeps nothing back: it would do so until that time has come. */
export function isYoung(time: string, now: Instant): boolean {
  const at = parseInstant(time);
  return at !== null && isPlausible(at, now) && now - at < YOUNG_MS;
}

/** Statements of this machine's user and machine alone; what others signed is known elsewhere. */
export function listHeldBack(
  workspace: Workspace,
  root: OpenRoot,
  { statements }: Pick<Offer, "statements">,
): ReadonlySet<ObjectName> {
  const unread = listUnread(statements);
  const isHeld = (said: Statement): boolean =>
    isOwnKey(workspace, root, said.signer) && (isYoung(said.time, workspace.now) || unread.has(said.born));
  const textsOf = (all: readonly Statement[]): string[] =>
    all.flatMap((said) => (isTextStatement(said) ? said.text : []));
  const { held = [], sent = [] } = Object.groupBy(statements, (said) => (isHeld(said) ? "held" : "sent"));
  const sentTexts = new Set(textsOf(sent));
  return new Set([
    ...held.map(({ hash }): ObjectName => `s/${hash}`),
    ...textsOf(held).flatMap((text): ObjectName[] => (sentTexts.has(text) ? [] : [`t/${text}`])),
  ]);
}

/** Memories of a tainted session on which no person has acted, by uuid. */
function listUnread(statements: readonly Statement[]): ReadonlySet<string> {
  const isPersons = ({ signer }: Statement): boolean => kindOfSigner(signer) === "person";
  const read = new Set(statements.filter(isPersons).map(({ born }) => born));
  const isTainted = (said: Statement): boolean =>
    isTextStatement(said) && said.source !== null && said.source.taint.length > 0;
  return new Set(statements.flatMap((said) => (isTainted(said) && !read.has(said.born) ? said.born : [])));
}
