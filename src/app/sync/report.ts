// What a sync did, or would do.

import { CAUSES } from "../../memory/law/causes.ts";
import type { RootKind } from "../../store/root-files.ts";
import { isUnsignedQuarantine } from "../change/demote-memory.ts";
import { isForAgent, nameOfId } from "../memories/foreign-names.ts";
import { loadMemory } from "../memories/load-memory.ts";
import type { Met } from "./apply-meeting.ts";
import type { CommitFiles } from "./compose-commit.ts";
import type { SettingChange, Settings } from "./decide/decide-settings.ts";
import type { Decision } from "./decide/decision.ts";
import { listOutOfUse, type OutOfUse } from "./out-of-use.ts";
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
    return isOut || standing === "foreign" ? [{ id: nameOfId(workspace, root, id), isOut }] : [];
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
