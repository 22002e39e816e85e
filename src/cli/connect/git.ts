// `credence install git` and `credence install timer`: what git and the person's own session start for their memories.

import type { ConnectSetting } from "../../app/clients/client-files.ts";
import { connectGit, disconnectGit, type GitFile } from "../../app/clients/git/connect-git.ts";
import { putTimer, renderTimer, type Timer, takeTimer } from "../../app/clients/git/sync-timer.ts";
import { refuseAgent } from "../../app/people/presence.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { tell } from "../frames/answer.ts";
import { showReport } from "../report/render-terminal.ts";
import { askYes } from "../terminal/pager.ts";
import { settingOf } from "./connect.ts";

type Verb = "install" | "uninstall";

export async function connectOther(io: Io, call: Call, verb: Verb): Promise<number> {
  refuseAgent(io, `${verb} hooks`);
  return call.positionals[0] === "timer" ? runTimer(io, call, verb) : runGitConnection(io, call, verb);
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

async function runTimer(io: Io, call: Call, verb: Verb): Promise<number> {
  const setting = settingOf(io, call, { verb });
  const timer = renderTimer(setting.launch, io);
  if (verb === "uninstall") return removeTimer(io, setting, timer);
  for (const { path, text } of timer.files) io.out(showReport([`${path}:`, "", ...text.split("\n")], io));
  if (setting.dryRun || !io.terminal.in || !io.terminal.out) {
    io.out(says`nothing was written; at a terminal you are asked\n`);
    return 0;
  }
  if (!(await askYes(io, says`Write this? [y/N] `, false))) {
    io.out(says`nothing was written\n`);
    return 0;
  }
  putTimer(timer, io.home, setting);
  io.out(says`written; this starts it: ${timer.start}\n`);
  return 0;
}

function removeTimer(io: Io, setting: ConnectSetting, timer: Timer): number {
  const paths = takeTimer(timer, setting);
  for (const path of paths) io.out(says`${setting.dryRun ? "would remove" : "removed"} ${path}\n`);
  io.out(
    paths.length === 0 ? says`there is no timer of ours\n` : says`if it runs, this ends it: ${timer.stop}\n`,
  );
  return 0;
}
