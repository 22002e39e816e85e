// What can happen to a memory, as the log, the life line of the page and undo tell of it: one row per kind of event, and one per
// command that the journal records. The acts that are signed elsewhere name their event in their own rows.

type EventRow = {
  /** To be followed by who did it. */
  readonly says: string;
  /** It vouches for the text that it names. */
  readonly isText: boolean;
  /** The page has fewer marks than the log has words. */
  readonly mark: string;
  /** What takes it back. A fact does not become advice again, so a confirmation is undone by a demotion; quarantine is left by one
   * door, so a demotion is undone by a restore. */
  readonly undo: string;
};

export const EVENTS = {
  written: { says: "written", isText: true, mark: "written", undo: "birth" },
  edited: { says: "changed", isText: true, mark: "edited", undo: "text" },
  merged: { says: "merged", isText: true, mark: "edited", undo: "unmerge" },
  moved: { says: "moved", isText: true, mark: "edited", undo: "move" },
  approved: { says: "confirmed as fact", isText: true, mark: "approved", undo: "confirmation" },
  kept: { says: "kept as advice", isText: true, mark: "kept", undo: "demote" },
  lowered: { says: "sent to quarantine", isText: false, mark: "lowered", undo: "restore" },
  quarantined: { says: "sent to quarantine", isText: false, mark: "quarantined", undo: "restore" },
  hidden: { says: "hidden here", isText: false, mark: "archived", undo: "show" },
  shown: { says: "shown here again", isText: false, mark: "restored", undo: "hide" },
  "put-off": { says: "put off for a week", isText: false, mark: "archived", undo: "show" },
  asked: { says: "asked about again", isText: false, mark: "restored", undo: "later" },
  agreed: { says: "said to hold beside what contradicts it", isText: false, mark: "kept", undo: "differ" },
  differed: { says: "asked about again", isText: false, mark: "restored", undo: "agree" },
  archived: { says: "archived", isText: false, mark: "archived", undo: "unarchive" },
  retired: { says: "taken out of use", isText: false, mark: "retired", undo: "unretire" },
  restored: { says: "brought back", isText: false, mark: "restored", undo: "return" },
  enforced: { says: "told how to speak at the act", isText: false, mark: "kept", undo: "never" },
  forgotten: { says: "forgotten", isText: false, mark: "lowered", undo: "never" },
  deleted: { says: "deleted", isText: false, mark: "retired", undo: "never" },
} as const satisfies Readonly<Record<string, EventRow>>;

export type EventKind = keyof typeof EVENTS;

type Done = {
  readonly event: EventKind;
  /** Where that is not what the event says. */
  readonly says?: string;
  /** What it signs where it takes out of use. A forgotten memory has a tombstone, which is kept beside the record; one that an
   * earlier version forgot has none, and stays down like a lowered one. */
  readonly signs?: "lower" | "retire";
  /** What brought it back goes back by this; what nothing is said of, by a demotion. */
  readonly undo?: "retire" | "archive";
  /** It moves a file and says nothing about it. */
  readonly isSilent?: true;
};

const JOURNAL: Readonly<Record<string, Done>> = {
  save: { event: "written" },
  import: { event: "written" },
  observe: { event: "written" },
  update: { event: "edited" },
  backfill: { event: "edited" },
  merge: { event: "merged" },
  resolve: { event: "edited" },
  move: { event: "moved" },
  promote: { event: "approved" },
  reaffirm: { event: "approved" },
  mine: { event: "approved", says: "taken over as their own" },
  keep: { event: "kept" },
  restore: { event: "restored" },
  unretire: { event: "restored", undo: "retire" },
  unarchive: { event: "restored", undo: "archive", isSilent: true },
  demote: { event: "lowered", signs: "lower" },
  no: { event: "lowered", says: "kept in quarantine", isSilent: true },
  hide: { event: "hidden", isSilent: true },
  show: { event: "shown", isSilent: true },
  later: { event: "put-off", isSilent: true },
  agree: { event: "agreed", isSilent: true },
  differ: { event: "differed", isSilent: true },
  ask: { event: "asked", isSilent: true },
  quarantine: { event: "quarantined", isSilent: true },
  "set-aside": { event: "quarantined", says: "set aside", isSilent: true },
  archive: { event: "archived", isSilent: true },
  retire: { event: "retired", signs: "retire" },
  gc: { event: "deleted", signs: "retire" },
  forget: { event: "forgotten", signs: "lower" },
};

/** What a command did, of those that tell of a memory. */
export function findDone(command: string): Done | null {
  return Object.hasOwn(JOURNAL, command) ? (JOURNAL[command] ?? null) : null;
}
