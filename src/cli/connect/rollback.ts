// Rollback: clients start the version before again. Only the launcher changes, in one rename: entries in settings stay as they
// are, so no client asks for trust, and what was written since stays. Run once more, it finds that it went back already: only
// upgrade goes forward.

import { quoteWords } from "../../agents/hook-words.ts";
import { sampleCall } from "../../agents/sample-call.ts";
import type { ConnectSetting } from "../../app/clients/client-files.ts";
import { requireKept } from "../../app/clients/hand-over.ts";
import { proveHookPatiently } from "../../app/clients/proofs.ts";
import { isBeforeLauncher, pointAt, removeHalfWritten } from "../../app/clients/started-program.ts";
import { refuseAgent } from "../../app/people/presence.ts";
import {
  type KeptProgram,
  readVersionRecord,
  writeVersionRecord,
} from "../../app/workspace/version-record.ts";
import { CredenceError } from "../../memory/errors.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { showReport } from "../report/render-terminal.ts";
import { type Line, line } from "../report/report.ts";
import { listConnected, settingOf } from "./connect.ts";
import { item, row } from "./render-connections.ts";
import { isOlderThan, isWanted } from "./upgrade.ts";

/** What is off until a person says yes was on then until a person said no. */
const CAPTURES =
  "That version keeps your prompts on this machine unless capture is off: credence config set capture.enabled false";

export async function rollback(io: Io, call: Call): Promise<number> {
  refuseAgent(io, "go back to another version");
  if (call.json) throw new CredenceError("USAGE", "rollback has no --json");
  const setting = settingOf(io, call, { verb: "uninstall" });
  const { state } = setting.launch;
  const record = readVersionRecord(state);
  const before = requireKept(record?.before ?? null);
  const now = record?.program ?? null;
  if (record !== null && isOlderThan(record.version, before.version)) {
    io.out(
      says`your agents start Credence ${record.version} already, and no version before it is kept here\n`,
    );
    const isAtWork = proveEach(io, setting);
    io.out(showReport(sayForward(before), io));
    return isAtWork ? 0 : 1;
  }
  io.out(showReport(sayBack(record?.version ?? "?", before), io));
  if (!(await isWanted(io, call))) return 0;
  removeHalfWritten(state, io);
  pointAt(state, before, io);
  writeVersionRecord(state, {
    version: before.version,
    program: before,
    before: now,
    declined: record?.version ?? null,
  });
  const works = proveEach(io, setting);
  const told = [
    "",
    `Your agents start Credence ${before.version}; its own rules and defaults apply again.`,
    ...(isBeforeLauncher(before) ? [line(0, CAPTURES)] : []),
    ...(now === null ? [] : sayForward(now)),
  ];
  io.out(showReport(told, io));
  return works ? 0 : 1;
}

function sayBack(from: string, before: KeptProgram): Line[] {
  return [
    `Credence ${from} → ${before.version}`,
    "",
    row("Program", before.script),
    row("Stays", "memories, approvals, settings and entries in agents' settings"),
    "",
  ];
}

function sayForward({ node, script }: KeptProgram): string[] {
  return ["To go forward again:", `  ${quoteWords([node, script, "upgrade"])}`];
}

/** Says of each client whether its hook answers. */
function proveEach(io: Io, setting: ConnectSetting): boolean {
  const proofs = listConnected(io, setting).map(({ client }) => ({
    label: client.settings.label,
    ...proveHookPatiently(sampleCall(client, setting.launch, io.home), { cwd: io.home, env: io.env }),
  }));
  const items = proofs.map(({ label, works, why }) =>
    item(works ? "✓" : "✗", `${label}: ${works ? "the guard refused a test write" : why}`),
  );
  io.out(showReport(items, io));
  return proofs.every(({ works }) => works);
}
