// `credence sync --due`, as a session start begins it, and the question whether it may.

import { changeConfig } from "../../app/settings/change-config.ts";
import { hasOtherReaders, isAutomatic, listDue } from "../../app/sync/due-sync.ts";
import { exitOf, type SyncReport } from "../../app/sync/report.ts";
import { syncRoot } from "../../app/sync/sync-root.ts";
import type { OpenRoot, Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { RemoteUrl } from "../../memory/remote-url.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { openWorkspaceFor } from "../call/open-workspace.ts";
import { tell } from "../frames/answer.ts";
import { askYes } from "../terminal/pager.ts";
import { envOf, sayReport, worst } from "./sync.ts";

/** What `sync.auto` allows and is due. A root that cannot be synced keeps no other from it. */
export async function syncDue(io: Io, call: Call): Promise<number> {
  const workspace = await openWorkspaceFor(io, call);
  try {
    const reports: SyncReport[] = [];
    const failures: CredenceError[] = [];
    for (const due of listDue(workspace)) {
      try {
        reports.push(await syncRoot(workspace, due, { ...UNASKED, env: envOf(io), isUnattended: true }));
      } catch (error) {
        if (!(error instanceof CredenceError) || error.code === "INTERNAL") throw error;
        failures.push(error);
      }
    }
    const [failed] = failures;
    if (failed !== undefined) throw failed;
    const said = reports.length === 0 ? ["nothing is due"] : reports.flatMap(sayReport);
    return tell(io, call, { json: reports, says: said, exit: worst(reports.map(exitOf)) });
  } finally {
    workspace.close();
  }
}

const UNASKED = {
  dryRun: false,
  pullOnly: false,
  pushOnly: false,
  acceptChanges: false,
  acceptSettings: false,
} as const;

/** Asked once for each remote that a person names, and not where what they said before covers it. */
export async function askAutomatic(
  io: Io,
  call: Call,
  {
    workspace,
    root,
    url,
  }: { readonly workspace: Workspace; readonly root: OpenRoot; readonly url: RemoteUrl },
): Promise<void> {
  if (call.json || !io.terminal.in || !io.terminal.out || isAutomatic(workspace, root, url)) return;
  const isOthers = hasOtherReaders(workspace, root, url);
  const question = isOthers
    ? says`Others read this remote. Sync it by itself when a session starts, too? [y/N] `
    : says`Sync it by itself when a session starts, at most once an hour? [Y/n] `;
  if (!(await orNo(askYes(io, question, !isOthers)))) return;
  await changeConfig(workspace, { key: "sync.auto", value: isOthers ? "all" : "own", root: null });
}

/** The remote is named by then, also if the person leaves at this question. */
async function orNo(answer: Promise<boolean>): Promise<boolean> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CredenceError && error.code === "NEEDS_PERSON") return false;
    throw error;
  }
}
