import { join } from "node:path";
import { isNegative, isPersons, type StatementKind } from "../../memory/law/kinds.ts";
import { gather } from "../../memory/law/sets/gather.ts";
import type { TextStatement } from "../../memory/law/statement.ts";
import { type JournalEntry, readJournal } from "../../store/journal.ts";
import { readSettings, type SettingEntry } from "../../store/settings-log.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import { inputOfSaid, isTrustedIn } from "./known-signers.ts";

export type { SettingEntry };

/** What was done to the roots that are open here, and to the settings that apply here, oldest first. */
export function readOperations(workspace: Workspace): (JournalEntry | SettingEntry)[] {
  const memories = workspace.roots.flatMap((root) => readJournal(join(root.records, "journal.ndjson")));
  return [...memories, ...readSettingChanges(workspace)].sort((a, b) =>
    a.at < b.at ? -1 : Number(a.at > b.at),
  );
}

export function readSettingChanges({ state, roots }: Workspace): SettingEntry[] {
  return readSettings(state.path).filter(
    (entry) => entry.root === null || roots.some(({ id }) => id === entry.root),
  );
}

// Approvals that arrived since the last look, so that a person learns of each: one that they did not make reveals a
// stolen key. In the order in which this machine saw them, because a date is only the signer's claim.

export type Approval = {
  readonly id: string;
  readonly act: StatementKind;
  readonly digest: string;
  readonly time: string;
  /** What this machine calls the signer. */
  readonly by: string;
};

export type ApprovalsSince = {
  readonly approvals: readonly Approval[];
  /** To be given the next time; 0 is the beginning. */
  readonly position: number;
};

export function listApprovals(workspace: Workspace, root: OpenRoot, since: number): ApprovalsSince {
  const { statements, position } = workspace.seenIn(root).recallAfter(since);
  return { approvals: statements.flatMap((each) => toApproval(workspace, root, each) ?? []), position };
}

function toApproval(workspace: Workspace, root: OpenRoot, statement: TextStatement): Approval | null {
  const { id, act, digest, time, signer } = statement;
  if (isNegative(statement) || !isPersons(statement)) return null;
  const by = workspace.signers.find((each) => each.signer === signer && isTrustedIn(each, root))?.petname;
  const { counted } = gather(inputOfSaid(workspace, root, { id, said: [statement] }));
  return counted.length === 0 || by === undefined ? null : { id, act, digest, time, by };
}
