// Rollback: clients start the version before again. Only the launcher changes, in one rename: entries in settings stay as they
// are, so no client asks for trust, and what was written since stays. Run once more, it finds that it went back already: only
// upgrade goes forward.

import { quoteWords } from "../../agents/hook-words.ts";
import { sampleCall } from "../../agents/sample-call.ts";
import type { ConnectSetting } from "../../app/clients/client-files.ts";
import { requireKept } from "../../app/clients/hand-over.ts";
import { proveHookTwice } from "../../app/clients/proofs.ts";
import { isBeforeLauncher, pointAt, removeHalfWritten } from "../../app/clients/started-program.ts";
import { refuseAgent } from "../../app/people/presence.ts";
import {
  type KeptProgram,
  readVersionRecord,
  writeVersionRecord,
} from "../../app/workspace/version-record.ts";
import { CredenceError } from "../../memory/errors.ts";
import type { Call, Io } from "../call/command.ts";
import { wrapText } from "../terminal/style.ts";
import { listConnected, settingOf } from "./connect.ts";
import { askToGoOn, isOlderThan } from "./upgrade.ts";
import { renderItem, renderRow } from "./upgrade-screen.ts";

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
    io.out(`your agents start Credence ${record.version} already, and no version before it is kept here\n`);
    const isAtWork = proveEach(io, setting);
    io.out(sayForward(before));
    return isAtWork ? 0 : 1;
  }
  io.out(`Credence ${record?.version ?? "?"} → ${before.version}\n\n`);
  io.out(renderRow("Program", before.script, io.columns));
  io.out(renderRow("Stays", "memories, approvals, settings and entries in agents' settings", io.columns));
  io.out("\n");
  const isWanted = call.values["dry-run"] !== true && (call.values["yes"] === true || (await askToGoOn(io)));
  if (!isWanted) {
    io.out("nothing was changed\n");
    return 0;
  }
  removeHalfWritten(state, io);
  pointAt(state, before, io);
  writeVersionRecord(state, {
    version: before.version,
    program: before,
    before: now,
    declined: record?.version ?? null,
  });
  const works = proveEach(io, setting);
  io.out(`\nYour agents start Credence ${before.version}; its own rules and defaults apply again.\n`);
  if (isBeforeLauncher(before)) io.out(`${wrapText(CAPTURES, io.columns, "")}\n`);
  if (now !== null) io.out(sayForward(now));
  return works ? 0 : 1;
}

function sayForward({ node, script }: KeptProgram): string {
  return `To go forward again:\n  ${quoteWords([node, script, "upgrade"])}\n`;
}

/** Says of each client whether its hook answers. */
function proveEach(io: Io, setting: ConnectSetting): boolean {
  const proofs = listConnected(io, setting).map(({ client }) => ({
    label: client.settings.label,
    ...proveHookTwice(sampleCall(client, setting.launch, io.home), { cwd: io.home, env: io.env }),
  }));
  for (const { label, works, why } of proofs) {
    const said = works ? "the guard refused a test write" : why;
    io.out(renderItem(works ? "✓" : "✗", `${label}: ${said}`, io.columns));
  }
  return proofs.every(({ works }) => works);
}
