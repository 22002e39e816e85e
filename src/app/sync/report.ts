// What a sync did, or would do.

import { isNegative } from "../../memory/law/acts.ts";
import { kindOfSigner } from "../../memory/law/attestation.ts";
import { CAUSES } from "../../memory/law/causes.ts";
import { computeStanding, type StandingInput } from "../../memory/law/standing.ts";
import type { Standing } from "../../memory/memory.ts";
import type { RootKind } from "../../store/root-files.ts";
import { isUnsignedQuarantine } from "../change/demote-memory.ts";
import { isForAgent, nameOfId } from "../memories/foreign-names.ts";
import { hideSecrets } from "../memories/hide-secrets.ts";
import { findSigner } from "../memories/known-signers.ts";
import { loadMemory } from "../memories/load-memory.ts";
import type { Met } from "./apply-meeting.ts";
import type { CommitFiles } from "./compose-commit.ts";
import type { SettingChange, Settings } from "./decide/decide-settings.ts";
import type { Decision } from "./decide/decision.ts";
import { gatherVersions, inputFor, type Meeting, type Version } from "./meeting.ts";
import { CONFIG_PATH, parsePath } from "./synced-paths.ts";

export type SyncedMemory = {
  readonly id: string;
  readonly outcome: Exclude<Decision["kind"], "same">;
  readonly why: string | null;
};

export type Counts = { readonly taken: number; readonly sent: number };

/** Settings of the root: taken from there, sent there, waiting there for a person, or not sent because they fail validation. */
export type SyncedSettings = {
  readonly outcome: "taken" | "sent" | "waits" | "blocked";
  readonly changes: readonly SettingChange[];
  /** Why they are not sent. */
  readonly why?: string;
};

export type SyncReport = {
  readonly root: string;
  readonly kind: RootKind;
  readonly remote: string | null;
  readonly dryRun: boolean;
  readonly memories: readonly SyncedMemory[];
  /** What the remote has that was not taken. */
  readonly refused: readonly { readonly path: string; readonly why: string }[];
  /** Approved ones that are out of use by statements which came. */
  readonly outOfUse: readonly OutOfUse[];
  readonly statements: Counts;
  readonly cards: Counts;
  readonly settings: SyncedSettings | null;
  /** Those that came and for which nobody here vouches, in review or in quarantine. */
  readonly waits: readonly string[];
  /** How many they are. */
  readonly waiting: number;
  /** Of these, in quarantine. */
  readonly quarantined: number;
  readonly pushed: boolean;
};

export type Reporting = {
  readonly remote: string;
  readonly isDry: boolean;
  /** What goes there. */
  readonly files: CommitFiles;
};

export function renderReport(met: Met, { remote, isDry, files }: Reporting): SyncReport {
  const { meeting, decided } = met;
  const { workspace, root, incoming } = meeting;
  const memories = decided.decisions.flatMap(({ id, kind, why = null }) =>
    kind === "same" ? [] : [{ id: nameOfId(workspace, root, id), outcome: kind, why }],
  );
  // A path is a stranger's words, which no agent is shown.
  const isHidden = isForAgent(workspace);
  const refused = [...incoming.refused, ...decided.papers.refused].map(([path, why]) => ({
    path: isHidden ? "a path" : decodePath(path),
    why,
  }));
  const written = [...decided.papers.changes.values()]
    .flat()
    .flatMap(({ kind, ...change }) => (kind === "write" && "path" in change ? [change.path] : []));
  const sent = [...files].flatMap(([path, content]) => (content === null ? [] : [path]));
  const countOf = (...kinds: readonly string[]): Counts => {
    const isOne = (path: string): boolean => kinds.includes(parsePath(path)?.kind ?? "");
    return { taken: written.filter(isOne).length, sent: sent.filter(isOne).length };
  };
  const waiting = isDry ? [] : listWaiting(meeting, decided.decisions);
  return {
    root: root.shown,
    kind: root.kind,
    remote,
    dryRun: isDry,
    memories,
    refused,
    outOfUse: listOutOfUse(met, isDry),
    statements: countOf("statement", "tombstone"),
    cards: countOf("card"),
    settings: toSettings(decided.papers.settings, { isHidden, isSent: files.has(CONFIG_PATH) }),
    waits: waiting.map(({ id }) => id),
    waiting: waiting.length,
    quarantined: waiting.filter(({ isOut }) => isOut).length,
    pushed: false,
  };
}

/** Its bytes, which are UTF-8 where somebody meant them to be read. */
function decodePath(path: string): string {
  const bytes = Buffer.from(path, "latin1");
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : path;
}

function toSettings(
  settings: Settings,
  { isHidden, isSent }: { readonly isHidden: boolean; readonly isSent: boolean },
): SyncedSettings | null {
  if (settings.kind === "taken" || settings.kind === "waits") {
    const hide = ({ key }: SettingChange): SettingChange => ({ key, from: "hidden", to: "hidden" });
    return { outcome: settings.kind, changes: isHidden ? settings.changes.map(hide) : settings.changes };
  }
  if (settings.kind === "blocked") return { outcome: "blocked", changes: [], why: settings.why };
  return isSent ? { outcome: "sent", changes: [] } : null;
}

const ARRIVED: ReadonlySet<string> = new Set(["taken", "came-back", "merged", "kept-both"]);

type Waiting = { readonly id: string; readonly isOut: boolean };

function listWaiting({ workspace, root }: Met["meeting"], decisions: readonly Decision[]): Waiting[] {
  return decisions.flatMap(({ id, kind }) => {
    const loaded = ARRIVED.has(kind) ? loadMemory(workspace, root, id) : null;
    if (loaded === null) return [];
    const { standing, cause } = loaded.standing;
    // A lowering that somebody signed is decided already.
    const isOut = isUnsignedQuarantine(loaded) || CAUSES[cause].fault === "unreadable";
    const isForeign = standing === "foreign" && CAUSES[cause].isHiddenHere !== true;
    return isOut || isForeign ? [{ id: nameOfId(workspace, root, id), isOut }] : [];
  });
}

/** The exit code of a sync that came to its end. */
export function exitOf({ memories, settings, quarantined, outOfUse }: SyncReport): number {
  const has = (outcome: SyncedMemory["outcome"]): boolean =>
    memories.some((each) => each.outcome === outcome);
  if (has("blocked") || settings?.outcome === "blocked") return 1;
  if (has("kept-both")) return 3;
  const isLowered = outOfUse.some(({ isYours }) => !isYours);
  const isOut = has("quarantined") || has("held") || quarantined > 0 || isLowered;
  return isOut || settings?.outcome === "waits" ? 2 : 0;
}

/** The first try took something, and the second sent it. */
export function addReports(first: SyncReport, second: SyncReport): SyncReport {
  const memories = new Map([...first.memories, ...second.memories].map((each) => [each.id, each]));
  return {
    ...second,
    memories: [...memories.values()],
    refused: [...first.refused, ...second.refused],
    outOfUse: [...first.outOfUse, ...second.outOfUse],
    statements: addCounts(first.statements, second.statements),
    cards: addCounts(first.cards, second.cards),
    settings: second.settings ?? first.settings,
    waits: [...new Set([...first.waits, ...second.waits])],
    waiting: new Set([...first.waits, ...second.waits]).size,
    quarantined: first.quarantined + second.quarantined,
  };
}

function addCounts(first: Counts, second: Counts): Counts {
  return { taken: first.taken + second.taken, sent: second.sent };
}

// Which approved memories went out of use because of what was signed elsewhere. Their files may be the same on both sides, so no
// decision about a file tells of them.
//
// Attack: whoever has the key of one machine lowers what a person approved, unseen. The statement counts, as every negative one
// of somebody trusted does; so it is named, with its signer.

type OutOfUse = {
  readonly id: string;
  /** What this machine calls the signer; null for an agent, who is told no name. */
  readonly by: string | null;
  /** The person who works here said it themselves, on another machine. */
  readonly isYours: boolean;
  /** The command that brings it back. */
  readonly undoneBy: "restore" | "unretire" | "approve";
};

/** Every other outcome names its memory anyway. */
const UNNAMED: ReadonlySet<string> = new Set(["same", "sent", "taken", "merged", "came-back"]);

/** By the standing that the memory has after the sync. One that is not here is in use, as fact or as advice. */
const UNDONE_BY: Readonly<Partial<Record<Standing, OutOfUse["undoneBy"]>>> = {
  quarantined: "restore",
  retired: "unretire",
  foreign: "approve",
};

function listOutOfUse({ meeting, decided }: Met, isDry: boolean): OutOfUse[] {
  const { workspace, root, incoming } = meeting;
  const decisions = new Map(decided.decisions.map((each) => [each.id, each]));
  const isNamed = (id: string): boolean => !UNNAMED.has(decisions.get(id)?.kind ?? "same");
  const lowered = [...incoming.statements].flatMap(([id, said]) =>
    !isNamed(id) && said.some(isNegative) ? [id] : [],
  );
  return gatherVersions(meeting, lowered.sort()).flatMap(({ id, ours }) => {
    if (ours === null) return [];
    const input = inputFor(meeting, { id, text: ours.text, directory: ours.directory });
    if (computeStanding(withoutIncoming(meeting, input)).standing !== "verified") return [];
    const standing = isDry
      ? computeStanding(inputFor(meeting, { id, ...foresee(ours, decisions.get(id)) })).standing
      : loadMemory(workspace, root, id)?.standing.standing;
    const undoneBy = standing && UNDONE_BY[standing];
    return undoneBy === undefined ? [] : nameSigner(meeting, id, undoneBy);
  });
}

/** The text that a sync would leave. No machine vouches for a merged one before it is written, so ours stands for that. */
function foresee(ours: Version, decision: Decision | undefined): Pick<Version, "directory" | "text"> {
  for (const directory of ["memories", "quarantine"] as const) {
    const path = `${directory}/${decision?.id}.md`;
    const change = decision?.changes.find((each) => each.kind === "write" && each.path === path);
    if (change?.kind === "write") return { directory, text: change.text };
  }
  return ours;
}

/** As it stood before. */
function withoutIncoming({ incoming }: Meeting, input: StandingInput): StandingInput {
  const arrived = new Set((incoming.statements.get(input.place.id) ?? []).map(({ hash }) => hash));
  const isOld = ({ hash }: { readonly hash: string }): boolean => !arrived.has(hash);
  return {
    ...input,
    attestations: input.attestations.filter(isOld),
    remembered: input.remembered.filter(isOld),
  };
}

function nameSigner(
  { workspace, root, incoming }: Meeting,
  id: string,
  undoneBy: OutOfUse["undoneBy"],
): OutOfUse[] {
  const said = (incoming.statements.get(id) ?? []).filter(isNegative);
  const by = said.flatMap(({ signer }) => findSigner(workspace, root, signer) ?? []);
  // Nobody trusted said it: then something else is the reason, and told as that.
  const [first] = by;
  if (first === undefined) return [];
  const isYours = by.every(
    ({ signer, own, mine }) => (own || mine === true) && kindOfSigner(signer) === "person",
  );
  return [
    {
      id: nameOfId(workspace, root, id),
      by: isForAgent(workspace) ? null : hideSecrets(first.petname),
      isYours,
      undoneBy,
    },
  ];
}
