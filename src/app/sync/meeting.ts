// What there is to decide when a root and its remote meet: for each memory the version of the base, ours and theirs, with what is
// said about it on either side.

import type { Plumbing } from "../../git/plumbing.ts";
import { diffTrees, findEntries, measureObjects, readBlobs, type TreeEntry } from "../../git/trees.ts";
import { decodeMemoryText } from "../../memory/file/decode-text.ts";
import { digestMemory } from "../../memory/file/digest.ts";
import { parseMemory } from "../../memory/file/parse-memory.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import type { Attestation } from "../../memory/law/attestation.ts";
import type { StandingInput } from "../../memory/law/standing.ts";
import type { Directory } from "../../memory/law/transitions.ts";
import { FILE_BYTES_MAX } from "../../memory/limits.ts";
import { listTombstones, type Tombstone } from "../memories/forgotten.ts";
import { findSigner, isGenuine, isTrustedIn } from "../memories/known-signers.ts";
import { gatherStatements } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { Agreement, Apart } from "./agreement.ts";
import type { Incoming, TheirChange } from "./incoming.ts";
import type { LocalFiles } from "./local-files.ts";
import { FILE_MODE, mayEnter, parsePath } from "./synced-paths.ts";

export type Meeting = {
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  readonly store: Plumbing;
  readonly base: string | null;
  readonly local: LocalFiles;
  readonly incoming: Incoming;
  readonly apart: ReadonlyMap<string, Apart>;
  /** Which of ours were sent again in the place of which of theirs. */
  readonly held: ReadonlySet<string>;
  /** What was left there is decided anew, and whatever is said here counts as if it had just come. */
  readonly isRevisited: boolean;
  /** When that was last so. */
  readonly revisitedMs: number;
  /** A person's word: settings that wait there are taken. */
  readonly acceptsSettings: boolean;
  /** Trusted tombstones, here or just arrived. */
  readonly tombstones: readonly Tombstone[];
  /** Opaque ids of those that have just arrived. */
  readonly arrived: ReadonlySet<string>;
  /** Hashes of the statements that a trusted tombstone ends. */
  readonly ended: ReadonlySet<string>;
  /** Ids whose statements went there because of such a tombstone. */
  readonly forgotten: ReadonlySet<string>;
  /** Ids of statements that such a tombstone ends, and that it came without: they are still there. */
  readonly lingering: ReadonlySet<string>;
  /** Ids of which this meeting tells the remote that they were forgotten. */
  readonly forgetting: ReadonlySet<string>;
  /** What was gathered already, by id, place and text. */
  readonly gathered: Map<string, StandingInput>;
};

export type Version = {
  readonly directory: Directory;
  readonly path: string;
  readonly oid: string;
  /** Null where nothing was read: it is as the base has it. */
  readonly text: string | null;
};

export type Versions = {
  readonly id: string;
  readonly base: Version | null;
  readonly ours: Version | null;
  readonly theirs: Version | null;
  /** It lies in two places here, or cannot be read: nobody can say which version is ours. */
  readonly isUnclear: boolean;
};

export type MeetingPlace = Pick<
  Meeting,
  | "workspace"
  | "root"
  | "store"
  | "base"
  | "local"
  | "incoming"
  | "apart"
  | "held"
  | "isRevisited"
  | "revisitedMs"
  | "acceptsSettings"
>;

export function arrangeMeeting(place: MeetingPlace): Meeting {
  const { workspace, root, local, incoming, isRevisited } = place;
  const came = incoming.tombstones
    .filter((each) => isGenuine(workspace, root, each))
    .map((each): Tombstone => ({ ...each, folded: each.folded ?? null }));
  const known = listTombstones(workspace, root).all;
  const tombstones = [...known, ...came];
  const arrived = isRevisited ? tombstones : came;
  const ended = new Set(tombstones.flatMap(({ parents }) => parents));
  const endedId = (path: string): string[] => {
    const parsed = parsePath(path);
    return parsed?.kind === "statement" && ended.has(parsed.hash) ? [parsed.id] : [];
  };
  const gone = [...incoming.changes].flatMap(([path, { entry }]) => (entry === null ? endedId(path) : []));
  const going = [...local.changed].flatMap(([path, { is }]) => (is === null ? endedId(path) : []));
  const opaque = new Set(arrived.map(({ id }) => id));
  return {
    ...place,
    tombstones,
    arrived: opaque,
    ended,
    forgotten: new Set(gone),
    lingering: findLingering(place, arrived),
    forgetting: new Set(going),
    gathered: new Map(),
  };
}

/** A remote may put back what was forgotten, beside the tombstone: then nothing went there, and only the statements tell the id. */
function findLingering(
  { store, base, local, incoming }: MeetingPlace,
  arrived: readonly Tombstone[],
): ReadonlySet<string> {
  const ended = new Set(arrived.flatMap(({ parents }) => parents));
  const hashOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1, -".json".length);
  for (const [path, { entry }] of incoming.changes) if (entry === null) ended.delete(hashOf(path));
  if (ended.size === 0) return new Set();
  const isAbout = (path: string): boolean => path === "attest" || path.startsWith("attest/");
  const before = base === null ? [] : diffTrees(store, { from: null, to: base }, isAbout);
  const paths = [...before.map(({ path }) => path), ...local.changed.keys(), ...incoming.changes.keys()];
  return new Set(
    paths.flatMap((path) => {
      const parsed = ended.has(hashOf(path)) ? parsePath(path) : null;
      return parsed?.kind === "statement" ? [parsed.id] : [];
    }),
  );
}

/** Where ours or theirs differs from the base, and not as both sides left it last time. */
export function listChangedIds(meeting: Meeting): string[] {
  const { local, incoming, apart, isRevisited, forgotten, lingering } = meeting;
  const ids = new Set<string>([...forgotten, ...lingering]);
  const note = (path: string, isLeft: boolean): void => {
    const parsed = parsePath(path);
    if (parsed?.kind === "memory" && !isLeft) ids.add(parsed.id);
  };
  for (const [path, { was, is }] of local.changed) {
    const isLeft = isLeftApart(apart.get(path), { ours: is?.oid ?? null, theirs: was });
    note(path, isLeft && !(isRevisited && was !== null));
  }
  for (const [path, { was, entry }] of incoming.changes) note(path, was === entry);
  return [...ids].sort();
}

/** Whom this machine trusts in the root, as one word. */
export function nameSigners({ workspace, root }: Pick<Meeting, "workspace" | "root">): string {
  const trusted = workspace.signers.filter((each) => isTrustedIn(each, root));
  const words = trusted.map(({ signer, former, lost }) => `${signer} ${former === true} ${lost === true}`);
  return sha256Hex([...new Set(words)].sort().join("\n"));
}

const REVISITED_AFTER_MS = 7 * 24 * 3_600_000;

/**
 * Where others are trusted than when they last met, what was left, or sent in vain, may count by now. Whether somebody else has come
 * to trust the words of this machine cannot be seen from here, so that is tried once a week.
 */
export function planVisit(
  place: Pick<Meeting, "workspace" | "root">,
  { signers, revisitedMs, held }: Agreement,
): Pick<Meeting, "isRevisited" | "revisitedMs" | "held"> {
  const { now } = place.workspace;
  const isLongAgo = !(Math.abs(now - revisitedMs) < REVISITED_AFTER_MS);
  const isRevisited = signers !== nameSigners(place) || isLongAgo;
  return isRevisited
    ? { isRevisited, revisitedMs: now, held: new Set() }
    : { isRevisited, revisitedMs, held };
}

export function isLeftApart(left: Apart | undefined, now: Apart): boolean {
  return left !== undefined && left.ours === now.ours && left.theirs === now.theirs;
}

const DIRECTORIES: readonly Directory[] = ["quarantine", "memories"];
/** More than this is quicker found among all. */
const LOOKED_UP_MAX = 2_000;

export function gatherVersions(meeting: Meeting, ids: readonly string[]): Versions[] {
  const paths = ids.flatMap((id) => DIRECTORIES.map((directory) => `${directory}/${id}.md`));
  const before = lookUp(meeting, paths);
  const texts = readTexts(
    meeting,
    paths.flatMap((path) => before.get(path)?.oid ?? []),
  );
  const { local, incoming } = meeting;
  return ids.map((id) => {
    const pick = (find: (path: string) => { oid: string; text: string | null } | null): Version[] =>
      DIRECTORIES.flatMap((directory) => {
        const path = `${directory}/${id}.md`;
        const found = find(path);
        return found === null ? [] : [{ directory, path, ...found }];
      });
    const baseOf = (path: string): { oid: string; text: string | null } | null => {
      const entry = before.get(path);
      return entry === undefined ? null : { oid: entry.oid, text: texts.get(entry.oid) ?? null };
    };
    const ours = pick((path) => {
      const change = local.changed.get(path);
      if (change === undefined) return baseOf(path);
      return change.is === null ? null : { oid: change.is.oid, text: decode(change.is.bytes) };
    });
    const theirs = pick((path) => {
      const change: TheirChange | undefined = incoming.changes.get(path);
      return change === undefined ? baseOf(path) : change.is;
    });
    const isRefused = DIRECTORIES.some((directory) => local.refused.has(`${directory}/${id}.md`));
    // Of two, the one with less trust is meant.
    const [mine = null, other = null, common = null] = [ours[0], theirs[0], pick(baseOf)[0]];
    return {
      id,
      base: wasLeft(meeting, id) ? null : common,
      ours: mine,
      theirs: other,
      isUnclear: isRefused || ours.length > 1,
    };
  });
}

/** What was left there is in the base, and was never ours: of these the two have nothing in common that is known. */
function wasLeft({ apart }: Meeting, id: string): boolean {
  return DIRECTORIES.some((directory) => (apart.get(`${directory}/${id}.md`)?.theirs ?? null) !== null);
}

/** Plain files alone: what was not taken from a remote may still be in its commits. */
export function lookUp(
  { store, base }: Pick<Meeting, "store" | "base">,
  paths: readonly string[],
): Map<string, TreeEntry> {
  if (base === null || paths.length === 0) return new Map();
  const found =
    paths.length <= LOOKED_UP_MAX
      ? [...findEntries(store, base, paths)]
      : diffTrees(store, { from: null, to: base }, mayEnter).flatMap(({ path, to }) =>
          to === null ? [] : [[path, to] as const],
        );
  return new Map(found.filter(([, { mode }]) => mode === FILE_MODE));
}

/** A text that is too large to be one is not read. */
export function readTexts({ store }: Pick<Meeting, "store">, oids: readonly string[]): Map<string, string> {
  const sizes = measureObjects(store, [...new Set(oids)]);
  const blobs = readBlobs(store, new Map([...sizes].filter(([, size]) => size <= FILE_BYTES_MAX)));
  return new Map([...blobs].flatMap(([oid, bytes]) => toPair(oid, decode(bytes))));
}

function toPair(oid: string, text: string | null): [string, string][] {
  return text === null ? [] : [[oid, text]];
}

function decode(bytes: Uint8Array): string | null {
  const decoded = decodeMemoryText(bytes);
  return decoded.kind === "text" ? decoded.text : null;
}

type TextOf = { readonly id: string; readonly text: string | null; readonly directory: Directory };

/** What is said about a text under an id, here and in what has just arrived. */
export function inputFor(meeting: Meeting, of: TextOf): StandingInput {
  const key = `${of.id} ${of.directory} ${of.text ?? ""}`;
  const known = meeting.gathered.get(key);
  if (known !== undefined) return known;
  const input = gather(meeting, of);
  meeting.gathered.set(key, input);
  return input;
}

function gather({ workspace, root, incoming }: Meeting, { id, text, directory }: TextOf): StandingInput {
  const parsed = text === null ? null : parseMemory(text);
  const memory = parsed?.kind === "memory" ? parsed.memory : null;
  const input = gatherStatements(workspace, root, {
    id,
    remembered: null,
    file: {
      digest: memory === null ? null : digestMemory(memory),
      tier: memory?.tier ?? null,
      status: memory?.status ?? "active",
      directory,
    },
  });
  const known = new Set(input.attestations.map(({ hash }) => hash));
  const counts = (each: Attestation): boolean =>
    !known.has(each.hash) &&
    (findSigner(workspace, root, each.signer) === null || isGenuine(workspace, root, each));
  return {
    ...input,
    attestations: [...input.attestations, ...(incoming.statements.get(id) ?? []).filter(counts)],
  };
}
