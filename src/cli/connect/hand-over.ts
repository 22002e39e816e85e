// `upgrade PATH`: the package is put into its place whole, and then its own program goes on, because only that one knows what
// it needs. Nothing of it runs before the person has seen what it is.

import { resolve } from "node:path";
import { isOlder, parseVersion } from "../../agents/client-settings.ts";
import { isRunning, startKept, withNamedPackage } from "../../app/clients/hand-over.ts";
import type { Package } from "../../app/clients/program-home.ts";
import { CredenceError } from "../../memory/errors.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { PROGRAM } from "../call/program.ts";
import { showReport } from "../report/render-terminal.ts";
import { askToGoOn, upgrade } from "./upgrade.ts";
import { row } from "./upgrade-screen.ts";

export async function handOver(io: Io, call: Call, named: string): Promise<number> {
  const path = resolve(io.cwd, named);
  return withNamedPackage(path, async (found) => {
    refuseOlder(found);
    if (isRunning(found, io.program, io.cwd)) return upgrade(io, { ...call, positionals: [] });
    const rows = [
      row("Found", `Credence ${found.version} in ${path}`),
      row("", `sha256 of its program ${found.digest}`),
      row("", "nobody signed it: run it only if you know who made it"),
    ];
    io.out(showReport(rows, io));
    const isDry = call.values["dry-run"] === true;
    if (isDry || (call.values["yes"] !== true && !(await askToGoOn(io, false)))) {
      io.out(says`nothing was changed; the upgrade itself would be done by that version\n`);
      return 0;
    }
    const { cwd, home, env } = io;
    return startKept(found, ["upgrade", "--yes", ...placeWords(call)], {
      cwd,
      home,
      env,
      node: io.program.node,
    });
  });
}

/** What is older than this one does not know what is here. */
function refuseOlder({ version }: Package): void {
  const [theirs, ours] = [parseVersion(version), parseVersion(PROGRAM.version)];
  if (theirs === null || ours === null || !isOlder(theirs, ours)) return;
  throw new CredenceError(
    "PATH_ERROR",
    `Credence ${version} is older than this one, ${PROGRAM.version}`,
    "credence rollback goes back to the version before",
  );
}

function placeWords(call: Call): string[] {
  return ["state", "cache"].flatMap((name) => {
    const value = call.values[name];
    return typeof value === "string" ? [`--${name}`, value] : [];
  });
}
