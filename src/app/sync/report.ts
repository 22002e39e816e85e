// What a sync did, or would do: the files as they were and as they are, told by what a person has to know.

import type { Refusal } from "../../git/carrier/layout.ts";
import type { SetFile } from "../../memory/law/sets/view.ts";
import { kindOfSigner, nameMemory, stemOfOther } from "../../memory/law/statement.ts";
import type { RootKind } from "../../store/root-files.ts";
import { isForAgent, nameOfId } from "../memories/foreign-names.ts";
import { hideSecrets } from "../memories/hide-secrets.ts";
import { findSigner, isOwnKey } from "../memories/known-signers.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { SettingChange, Settings } from "./papers.ts";
import type { SyncRequest } from "./sync-request.ts";
import type { SyncState } from "./sync-state.ts";

export type SyncedMemory = {
  readonly id: string;
  readonly outcome:
    | "taken"
    | "sent"
    | "kept-both"
    | "came-back"
    | "archived"
    | "forgotten"
    | "quarantined"
    | "blocked"
    | "held"
    | "asked"
    | "left"
    | "out";
  readonly why: string | null;
};

export type Counts = { readonly taken: number; readonly sent: number };

/** Settings of the root: taken from there, sent there, waiting there for a person, or not sent because they fail validation. */
export type SyncedSettings = {
  readonly outcome: "taken" | "waits" | "blocked";
  readonly changes: readonly SettingChange[];
  /** Why they are not sent. */
  readonly why?: string;
};

type OutOfUse = {
  readonly id: string;
  /** What this machine calls the signer; null for an agent, who is told no name. */
  readonly by: string | null;
  /** Your own key said so, here or on another machine. */
  readonly isYours: boolean;
  readonly undoneBy: "restore" | "unretire";
};

export type SyncReport = {
  readonly root: string;
  readonly kind: RootKind;
  readonly remote: string | null;
  readonly dryRun: boolean;
  readonly memories: readonly SyncedMemory[];
  /** False where a branch, or a statement of a newer version, could not be read: the next sync tries again, or the next version. */
  readonly isWhole: boolean;
  /** What the remote has that was not taken. */
  readonly refused: readonly { readonly path: string; readonly why: string }[];
  /** Approved ones that are out of use by statements which came. */
  readonly outOfUse: readonly OutOfUse[];
  readonly statements: Counts;
  readonly cards: Counts;
  readonly settings: SyncedSettings | null;
  /** Those that came and for which nobody here vouches, in review or in quarantine. */
  readonly waits: readonly string[];
  readonly waiting: number;
  readonly quarantined: number;
  readonly pushed: boolean;
};

type Place = { readonly workspace: Workspace; readonly root: OpenRoot };

/** The files of what was looked at, before and after. */
export type Views = { readonly before: readonly SetFile[]; readonly after: readonly SetFile[] };

const keyOf = (file: SetFile): string => `${nameMemory(file)} ${file.digest}`;

const isInUse = ({ standing }: SetFile): boolean => standing === "verified" || standing === "inferred";

/** What became of each memory that is not as it was. */
export function compareViews({ workspace, root }: Place, views: Views): SyncedMemory[] {
  const was = new Map(views.before.map((file) => [keyOf(file), file]));
  const left = new Set(views.after.map(nameMemory));
  const contested = new Set(views.after.filter(({ standing }) => standing === "waits").map(nameMemory));
  const found = new Map<string, SyncedMemory>();
  const tell = (file: SetFile, outcome: SyncedMemory["outcome"], why: string | null = null): void => {
    const id = stemOfOther(file.name);
    found.set(`${nameMemory(file)} ${outcome}`, { id: nameOfId(workspace, root, id), outcome, why });
  };
  for (const file of views.after) {
    const before = was.get(keyOf(file));
    if (isInUse(file) && file.wishes.some((hash) => before?.wishes.includes(hash) !== true))
      tell(file, "asked", "another machine wants it out of use");
    if (before !== undefined && before.standing === file.standing && before.isArchived === file.isArchived)
      continue;
    if (contested.has(nameMemory(file))) tell(file, "kept-both");
    else if (file.isFailing) tell(file, "quarantined", "it fails validation here");
    else if (file.isArchived && before?.isArchived === false) tell(file, "archived");
    else tell(file, "taken");
  }
  for (const file of views.before) if (!left.has(nameMemory(file))) tell(file, "forgotten");
  return [...found.values()];
}

/**
 * Which approved memories went out of use by what was signed elsewhere. Attack: whoever has the key of one machine, or of a teammate,
 * lowers what a person approved, unseen. The statement counts, as every negative one of somebody trusted does; so it is named, with
 * its signer.
 */
export function listOutOfUse({ workspace, root }: Place, { before, after }: Views): OutOfUse[] {
  const wasFact = new Set(before.filter(({ standing }) => standing === "verified").map(nameMemory));
  return after.flatMap((file) => {
    const { by, name, standing } = file;
    const undoneBy = standing === "quarantined" ? "restore" : standing === "retired" ? "unretire" : null;
    const signer = by === null ? null : findSigner(workspace, root, by.signer);
    if (!wasFact.has(nameMemory(file)) || undoneBy === null || by === null || signer === null) return [];
    const isYours = isOwnKey(workspace, root, by.signer) && kindOfSigner(by.signer) === "person";
    const id = nameOfId(workspace, root, stemOfOther(name));
    return [{ id, by: isForAgent(workspace) ? null : hideSecrets(signer.petname), isYours, undoneBy }];
  });
}

/** Texts that came and for which nobody here vouches. */
export function listWaiting({ workspace, root }: Place, { before, after }: Views): readonly string[] {
  const was = new Set(before.map(keyOf));
  const waiting = after.filter((file) => file.standing === "foreign" && !was.has(keyOf(file)));
  return [...new Set(waiting.map(({ name }) => nameOfId(workspace, root, name)))];
}

const REFUSED: Readonly<Record<Refusal, string>> = {
  path: "no part of a memory root",
  mode: "no plain file",
  size: "larger than it may be",
  hash: "its name is not the hash of its content",
  number: "more than there may be",
};

/** How many were not taken, by why. */
export function sumLeft(
  read: ReadonlyMap<string, number>,
  ...refused: readonly ReadonlyMap<Refusal, number>[]
): ReadonlyMap<string, number> {
  const left = new Map(read);
  for (const [why, count] of refused.flatMap((each) => [...each]))
    left.set(REFUSED[why], (left.get(REFUSED[why]) ?? 0) + count);
  return left;
}

export function tellSettings(settings: Settings, isHidden: boolean): SyncedSettings | null {
  switch (settings.kind) {
    case "nothing":
      return null;
    case "blocked":
      return { outcome: "blocked", changes: [], why: settings.why };
    case "taken":
    case "waits": {
      const hide = ({ key }: SettingChange): SettingChange => ({ key, from: "hidden", to: "hidden" });
      return { outcome: settings.kind, changes: isHidden ? settings.changes.map(hide) : settings.changes };
    }
  }
}

/** What a person is told later of a sync that they did not see: what is in review now, and what the next sync says again. */
export function countUnseen(
  report: SyncReport,
  { isUnattended = false }: Pick<SyncRequest, "isUnattended">,
): Pick<SyncState, "waits" | "asks"> {
  if (!isUnattended) return { waits: 0, asks: 0 };
  const count = (...outcomes: readonly SyncedMemory["outcome"][]): number =>
    report.memories.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const isAsking = report.settings !== null && report.settings.outcome !== "taken";
  return {
    waits: report.waiting + count("kept-both", "asked", "quarantined"),
    asks: count("held", "blocked") + Number(isAsking),
  };
}

/** The exit code of a sync that came to its end. */
export function exitOf(report: SyncReport): number {
  const { memories, settings, quarantined, outOfUse, isWhole } = report;
  const has = (outcome: SyncedMemory["outcome"]): boolean =>
    memories.some((each) => each.outcome === outcome);
  if (has("blocked") || settings?.outcome === "blocked") return 1;
  if (!isWhole) return 6;
  if (has("kept-both")) return 3;
  const isLowered = outOfUse.some(({ isYours }) => !isYours);
  const isOut =
    quarantined > 0 || (["quarantined", "held", "asked", "left", "out"] as const).some(has) || isLowered;
  return isOut || settings?.outcome === "waits" ? 2 : 0;
}
