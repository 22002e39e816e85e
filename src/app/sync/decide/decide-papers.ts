// What becomes of everything beside the memories: statements are put together and none is lost, cards follow their owner's last
// word, and settings of the remote wait for a person.
//
// Attack: a remote withholds a statement, which then comes back from here; sends again what a person forgot, which is not taken; or
// buries an id under statements of strangers, so that none can be read any more: of those only so many are taken.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseAttestation } from "../../../memory/law/attestation.ts";
import { codeOf } from "../../../store/fs-failure.ts";
import { findFile } from "../../../store/memory-files.ts";
import type { Change } from "../../../store/transaction.ts";
import { type Card, compareVersions, currentPersons, parseCard } from "../../../trust/cards.ts";
import { computeOpaqueId } from "../../memories/forgotten.ts";
import { isGenuine } from "../../memories/known-signers.ts";
import { isOwnCard, isTakenOff } from "../../people/team/own-versions.ts";
import type { Apart } from "../agreement.ts";
import { isLeftApart, lookUp, type Meeting, readTexts } from "../meeting.ts";
import { CONFIG_PATH, parsePath } from "../synced-paths.ts";
import { decideSettings, hasLeftSettings, type Settings } from "./decide-settings.ts";
import type { Decision } from "./decision.ts";

export type Papers = {
  /** By id, or by path what is about no id. */
  readonly changes: ReadonlyMap<string, readonly Change[]>;
  /** What has to be so under the lock, by path. */
  readonly expects: ReadonlyMap<string, string | null>;
  readonly apart: ReadonlyMap<string, Apart>;
  /** Why something was not taken, by path. */
  readonly refused: ReadonlyMap<string, string>;
  readonly settings: Settings;
};

/** Statements of strangers are kept until this many lie there: a person may come to trust their signer. */
const STRANGERS_MAX = 1_024;

/** @param decisions about the memories: what is said about one goes where it goes. */
export function decidePapers(meeting: Meeting, decisions: readonly Decision[]): Papers {
  const found = {
    changes: new Map<string, Change[]>(),
    expects: new Map<string, string | null>(),
    apart: new Map<string, Apart>(),
    refused: new Map<string, string>(),
    settings: { kind: "nothing" } as Settings,
  };
  const texts = readGone(meeting);
  const [counts, overIds] = [new Map<string, number>(), new Map<string, boolean>()];
  const coming = new Set(decisions.flatMap(({ id, changes, join }) => (isComing(changes, join) ? [id] : [])));
  const going = new Set(
    decisions.flatMap(({ id, kind, held }) =>
      kind === "held" && held?.startsWith("gone:") === true ? [id] : [],
    ),
  );
  for (const path of listPaths(meeting)) {
    if (path === CONFIG_PATH) {
      found.settings = settle(meeting, found);
      continue;
    }
    const outcome = decideOne(meeting, path, {
      text: texts.get(path) ?? null,
      ...{ counts, overIds, coming, going },
    });
    if (outcome.kind === "write") {
      add(found.changes, path, { kind: "write", path, text: outcome.text });
      found.expects.set(path, oursAt(meeting, path));
    }
    if (outcome.kind === "left") found.apart.set(path, outcome.apart);
    if (outcome.kind === "left" && outcome.why !== undefined) found.refused.set(path, outcome.why);
  }
  return found;
}

function isComing(changes: readonly Change[], join: Decision["join"]): boolean {
  return join !== undefined || changes.some(({ kind }) => kind === "write");
}

type Found = {
  readonly changes: Map<string, Change[]>;
  readonly expects: Map<string, string | null>;
  readonly apart: Map<string, Apart>;
  readonly refused: Map<string, string>;
};

function settle(meeting: Meeting, found: Found): Settings {
  const apart = apartAt(meeting, CONFIG_PATH);
  if (apart.ours === apart.theirs) return { kind: "nothing" };
  const settings = decideSettings(meeting, { apart, isAccepted: meeting.acceptsSettings });
  if (settings.kind === "taken") {
    add(found.changes, CONFIG_PATH, settings.change);
    found.expects.set(CONFIG_PATH, apart.ours);
  }
  if (settings.kind === "waits" || settings.kind === "left") found.apart.set(CONFIG_PATH, apart);
  if (settings.kind === "left" && settings.why !== undefined) found.refused.set(CONFIG_PATH, settings.why);
  return settings;
}

function listPaths(meeting: Meeting): string[] {
  const { local, incoming, apart, acceptsSettings } = meeting;
  const ours = [...local.changed].filter(
    ([path, { was, is }]) => !isLeftApart(apart.get(path), { ours: is?.oid ?? null, theirs: was }),
  );
  const theirs = [...incoming.changes].filter(([, { was, entry }]) => was !== entry);
  const left = acceptsSettings && hasLeftSettings(meeting) ? [CONFIG_PATH] : [];
  const paths = new Set([...[...ours, ...theirs].map(([path]) => path), ...left]);
  return [...paths].filter((path) => isPaper(path)).sort();
}

function isPaper(path: string): boolean {
  const kind = parsePath(path)?.kind;
  return kind === "statement" || kind === "tombstone" || kind === "card" || kind === "config";
}

function add(changes: Map<string, Change[]>, path: string, change: Change): void {
  const parsed = parsePath(path);
  const id = parsed?.kind === "statement" ? parsed.id : path;
  changes.set(id, [...(changes.get(id) ?? []), change]);
}

/** What was deleted here and is still in the base, by path. */
function readGone(meeting: Meeting): Map<string, string> {
  const gone = [...meeting.local.changed].flatMap(([path, { is }]) =>
    is === null && isPaper(path) ? [path] : [],
  );
  const before = lookUp(meeting, gone);
  const texts = readTexts(
    meeting,
    gone.flatMap((path) => before.get(path)?.oid ?? []),
  );
  return new Map(
    gone.flatMap((path) => {
      const text = texts.get(before.get(path)?.oid ?? "");
      return text === undefined ? [] : [[path, text] as const];
    }),
  );
}

type Outcome =
  | { readonly kind: "nothing" }
  | { readonly kind: "write"; readonly text: string }
  | { readonly kind: "left"; readonly apart: Apart; readonly why?: string };

type Known = {
  /** Of a file that is gone here. */
  readonly text: string | null;
  /** How many statements an id has by now. */
  readonly counts: Map<string, number>;
  /** Whether an id was forgotten here, once it was asked. */
  readonly overIds: Map<string, boolean>;
  /** Ids of which a file is written here now. */
  readonly coming: ReadonlySet<string>;
  /** Ids of which a file that came again is deleted there. */
  readonly going: ReadonlySet<string>;
};

function decideOne(meeting: Meeting, path: string, known: Known): Outcome {
  const theirs = meeting.incoming.changes.get(path);
  const apart = apartAt(meeting, path);
  const theirsIs = theirs === undefined ? apart.theirs : (theirs.is?.oid ?? null);
  if (apart.ours === theirsIs && theirsIs === apart.theirs) return { kind: "nothing" };
  if (apart.ours === null) return takePaper(meeting, path, { ...known, apart });
  // Whatever is missing there goes there again.
  if (theirsIs === null) return { kind: "nothing" };
  return parsePath(path)?.kind === "card" ? decideCard(meeting, path, apart) : { kind: "nothing" };
}

function apartAt(meeting: Meeting, path: string): Apart {
  const theirs = meeting.incoming.changes.get(path);
  const before = meeting.local.changed.get(path)?.was ?? null;
  return { ours: oursAt(meeting, path), theirs: theirs === undefined ? before : theirs.entry };
}

/** Theirs alone is there. */
function takePaper(
  meeting: Meeting,
  path: string,
  { text: gone, counts, apart, ...known }: Known & { readonly apart: Apart },
): Outcome {
  const [ours, theirs] = [meeting.local.changed.get(path), meeting.incoming.changes.get(path)];
  const text = theirs?.is?.text ?? gone;
  if (text === null) return { kind: "left", apart };
  const parsed = parsePath(path);
  // Ours is gone on purpose: deleted there too where both knew it, left alone where it has just come again.
  if (parsed?.kind === "statement" && isOver(meeting, { ...parsed, text }, known)) {
    const isSent = theirs === undefined || meeting.forgetting.has(parsed.id) || known.going.has(parsed.id);
    return isSent ? { kind: "nothing" } : { kind: "left", apart };
  }
  if (ours === undefined && isOneTooMany(meeting, path, { text, counts })) {
    return { kind: "left", apart, why: "there are too many statements of strangers about it" };
  }
  return { kind: "write", text };
}

/**
 * A statement about a memory that was forgotten here, even one that the tombstone could not name: made elsewhere meanwhile, it
 * would bring back the id. Whoever writes anew under the id names the tombstone.
 */
function isOver(
  meeting: Meeting,
  { id, hash, text }: { readonly id: string; readonly hash: string; readonly text: string },
  { overIds, coming }: Pick<Known, "overIds" | "coming">,
): boolean {
  const { workspace, root, tombstones, ended, forgetting, incoming } = meeting;
  if (ended.has(hash)) return true;
  if (tombstones.length === 0 || coming.has(id) || findFile(root.path, id) !== null) return false;
  const own = parseAttestation(text, hash);
  const statements = [...(incoming.statements.get(id) ?? []), ...("hash" in own ? [own] : [])];
  const named = new Set(statements.flatMap((each) => [each.hash, ...each.parents]));
  if (tombstones.some((each) => named.has(each.hash))) return false;
  if (forgetting.has(id) || [...named].some((each) => ended.has(each))) return true;
  // The slow function, and only for signers that are trusted here: strangers can name any number of ids.
  if (!statements.some((each) => isGenuine(workspace, root, each))) return false;
  const opaque = overIds.get(id) ?? isOpaquelyForgotten(meeting, id);
  overIds.set(id, opaque);
  return opaque;
}

function isOpaquelyForgotten({ workspace, root, tombstones }: Meeting, id: string): boolean {
  const opaque = computeOpaqueId(workspace, root, id);
  return tombstones.some((each) => each.id === opaque);
}

function oursAt({ local, incoming }: Meeting, path: string): string | null {
  const ours = local.changed.get(path);
  return ours === undefined ? (incoming.changes.get(path)?.was ?? null) : (ours.is?.oid ?? null);
}

function isOneTooMany(
  { workspace, root }: Meeting,
  path: string,
  { text, counts }: { readonly text: string; readonly counts: Map<string, number> },
): boolean {
  const parsed = parsePath(path);
  if (parsed?.kind !== "statement" && parsed?.kind !== "tombstone") return false;
  const about = parsed.kind === "statement" ? parsed.id : "forgotten";
  const count = counts.get(about) ?? countFiles(join(root.path, "attest", about));
  counts.set(about, count + 1);
  if (count < STRANGERS_MAX) return false;
  const statement = parseAttestation(text, parsed.hash);
  return !("hash" in statement) || !isGenuine(workspace, root, statement);
}

function countFiles(directory: string): number {
  try {
    return readdirSync(directory).length;
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    return 0;
  }
}

/** Every version that came, also of those that are not taken. */
export function readCards({ changes }: Meeting["incoming"]): Card[] {
  return [...changes].flatMap(([path, { is }]) => {
    const isCard = parsePath(path)?.kind === "card" && is?.text !== undefined;
    const card = isCard ? parseCard(is.text, nameOf(path)) : null;
    return card !== null && "hash" in card ? [card] : [];
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * A version that follows from ours by its owner's own signature is taken; of two that do not follow each keeps its own. Of this
 * person's own card, where two machines made a version each, theirs is taken; never one by a machine that was taken off.
 */
function decideCard(meeting: Meeting, path: string, apart: Apart): Outcome {
  const { local, incoming, store, workspace } = meeting;
  const text = incoming.changes.get(path)?.is?.text ?? null;
  // Ours is newer, and theirs is as it was.
  if (text === null) return { kind: "nothing" };
  const name = nameOf(path);
  const bytes = local.changed.get(path)?.is?.bytes;
  const own =
    bytes === undefined
      ? readTexts({ store }, apart.ours === null ? [] : [apart.ours]).get(apart.ours ?? "")
      : Buffer.from(bytes).toString("utf8");
  const [mine, other] = [parseCard(own ?? "", name), parseCard(text, name)];
  if (!("hash" in other)) return { kind: "left", apart };
  if (isTakenOff(workspace, other)) return { kind: "nothing" };
  if (!("hash" in mine) || follows(mine, other)) return { kind: "write", text };
  if (follows(other, mine)) return { kind: "nothing" };
  return isOwnCard(workspace, mine) && isOwnCard(workspace, other)
    ? { kind: "write", text }
    : { kind: "left", apart, why: "it does not follow from the card here" };
}

function follows(known: Card, card: Card): boolean {
  const { seq, hash, persons } = known;
  return (
    compareVersions({ seq, hash, founder: persons[0]?.key ?? "", persons: currentPersons(known) }, card) ===
    "next"
  );
}
