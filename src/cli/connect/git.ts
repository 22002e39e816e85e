// `credence install git`: what git starts for memories in one clone.

import { connectGit, disconnectGit, type GitFile } from "../../app/clients/git/connect-git.ts";
import { refuseAgent } from "../../app/people/presence.ts";
import type { Call, Io } from "../call/command.ts";
import { tell } from "../frames/answer.ts";
import { settingOf } from "./connect.ts";

type Verb = "install" | "uninstall";

export async function connectOther(io: Io, call: Call, verb: Verb): Promise<number> {
  refuseAgent(io, `${verb} hooks`);
  return runGitConnection(io, call, verb);
}

function runGitConnection(io: Io, call: Call, verb: Verb): number {
  const setting = settingOf(io, call, { verb });
  const files = verb === "install" ? connectGit(io, setting) : disconnectGit(io.cwd, setting);
  const exit = files.some(({ outcome }) => outcome === "left") && verb === "uninstall" ? 1 : 0;
  return tell(io, call, { json: files, says: sayFiles(files, { verb, dryRun: setting.dryRun }), exit });
}

type Telling = { readonly verb: Verb; readonly dryRun: boolean };

function sayFiles(files: readonly GitFile[], { verb, dryRun }: Telling): string[] {
  const words = verb === "install" ? ["wrote", "would write"] : ["took out", "would take out"];
  const changed = files.filter(({ outcome }) => outcome === "changed");
  return [
    ...changed.map(({ path }) => `${words[Number(dryRun)]} our part of ${path}`),
    ...files.flatMap(({ path, outcome, line, why }) =>
      outcome === "left" ? [`left ${path}: ${why}${line === null ? "" : `; to have it, add: ${line}`}`] : [],
    ),
    ...(changed.length > 0
      ? []
      : [verb === "install" ? "this clone has it all already" : "nothing of ours is in this clone"]),
    ...(verb === "install" && !dryRun
      ? ["git keeps both texts of a memory that two branches changed in this clone now"]
      : []),
  ];
}
