// Uninstall with --purge: lists what goes and what that means, and wants a typed word. No key signs anything, so no passphrase is
// asked for: a person who has lost theirs can begin anew.

import { type Connected, connectEach } from "../../app/clients/connect-client.ts";
import { removeProgram } from "../../app/clients/program-home.ts";
import {
  describeRoot,
  hasPlugin,
  listLeavingRoots,
  purge,
  type RemainingRoot,
  type Remains,
  refuseForeignState,
  surveyRemains,
} from "../../app/clients/purge.ts";
import { refuseCodeLoaders } from "../../app/people/code-loaders.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { hintsFor, placeHints } from "../call/open-workspace.ts";
import { scopeOf, textOf } from "../call/values.ts";
import { showReport } from "../report/render-terminal.ts";
import { typesWord } from "../terminal/pager.ts";
import { isFault, listEverywhere, settingOf } from "./connect.ts";
import { sayConnections } from "./render-connections.ts";

export async function purgeAll(io: Io, call: Call): Promise<number> {
  refuseOptions(call);
  const all = call.values["memories"] === true;
  const remains = surveyRemains(placeHints(io, call));
  const dryRun = call.values["dry-run"] === true;
  if (!dryRun) await refuseNobody(io, call);
  const goes = listGoing(remains, disconnect(io, call, true), all);
  if (goes.length > 0) refuseForeignState(remains);
  io.out(showReport(sayGoing(remains, goes, all), io));
  if (goes.length === 0) return 0;
  if (dryRun) {
    io.out(says`nothing was removed\n`);
    return 0;
  }
  await demandWords(io, listLeavingRoots(remains, all));
  const failed = disconnect(io, call, false).filter(({ report }) => isFault(report, false));
  if (failed.length > 0) {
    const setting = settingOf(io, call, { verb: "uninstall" });
    const told = sayConnections(failed, { setting, hasRoot: true, verbose: false });
    const then = "nothing else was removed: repair that, then run the command again";
    io.out(showReport([...told, then], io));
    return 1;
  }
  const plugin = hasPlugin(placeHints(io, call));
  // Anew, because a session may have saved something since. Nothing goes that was not listed.
  const now = surveyRemains(placeHints(io, call));
  const roots = now.roots.filter(({ path }) => remains.roots.some((each) => each.path === path));
  purge({ ...now, roots }, all, () => removeProgram(io));
  io.out(says`Credence is purged\n`);
  if (plugin)
    io.out(says`the plugin is Claude Code's to remove: claude plugin uninstall credence@credence\n`);
  if (remains.program === null) io.out(says`the package stays: npm uninstall --global credence\n`);
  return 0;
}

function refuseOptions(call: Call): void {
  if (call.json) throw new CredenceError("USAGE", "--purge asks questions, so it takes no --json");
  if (call.positionals.length > 0 || scopeOf(call) !== null)
    throw new CredenceError("USAGE", "--purge removes everything: it takes no client and no --scope");
  // A slip would empty a directory of the person.
  if (textOf(call, "state") !== null || textOf(call, "cache") !== null)
    throw new CredenceError("USAGE", "--purge takes no --state and no --cache: set CREDENCE_HOME instead");
}

async function refuseNobody(io: Io, call: Call): Promise<void> {
  const { presence } = await hintsFor(io, call);
  if (presence.kind === "nobody")
    throw new CredenceError("NEEDS_PERSON", `only a person can purge Credence: ${presence.why}`);
  refuseCodeLoaders(io.env);
}

function disconnect(io: Io, call: Call, dryRun: boolean): Connected[] {
  const setting = { ...settingOf(io, call, { verb: "uninstall" }), dryRun };
  return connectEach(io, listEverywhere(io, setting), setting);
}

function listGoing(remains: Remains, connections: readonly Connected[], all: boolean): string[] {
  const { state, hasKey, cache, program } = remains;
  const keys = "your keys: what you approved becomes foreign here, and withheld, until a new key approves it";
  const kept = "whom you trust, settings, receipts, captured prompts, copies of agents' settings";
  return [
    ...connections.flatMap(({ report: { outcome, path } }) =>
      outcome === "changed" ? [`our entries in ${path}`] : [],
    ),
    ...listLeavingRoots(remains, all).map(describeRoot),
    ...(cache === null ? [] : [`${cache}: the search index`]),
    ...(state === null ? [] : [`${state}: ${kept}`]),
    ...(hasKey ? [keys] : []),
    ...(program === null ? [] : [`${program}: the program`]),
  ];
}

function sayGoing(remains: Remains, goes: readonly string[], all: boolean): string[] {
  const leaving = listLeavingRoots(remains, all);
  const stays = remains.roots.filter((root) => !leaving.includes(root));
  const none = `nothing ${stays.length === 0 ? "" : "else "}of Credence is left on this machine`;
  return [
    ...goes.map((each) => `goes      ${each}`),
    ...stays.map((root) => `stays     ${describeRoot(root)}${whyStays(root)}`),
    ...(goes.length === 0 ? [none] : []),
    ...(leaving.some(({ memories }) => memories > 0)
      ? ["to keep a copy of your memories, stop here and run credence export first"]
      : []),
  ];
}

function whyStays({ kind, isLinked }: RemainingRoot): string {
  if (kind === "shared") return "; its project's own: git rm -r .claude/memory";
  return isLinked ? "; a link leads there: remove it yourself" : "; --memories removes it too";
}

async function demandWords(io: Io, leaving: readonly RemainingRoot[]): Promise<void> {
  const count = leaving.reduce((sum, { memories }) => sum + memories, 0);
  const asked = [
    { word: "purge", what: "remove all that goes" },
    ...(count > 0
      ? [{ word: "memories", what: `remove ${pluralize(count, "memory", "memories")} for good` }]
      : []),
  ];
  for (const { word, what } of asked)
    if (!(await typesWord(io, says`type ${word} to ${what}: `, word)))
      throw new CredenceError("DECLINED", `you did not type ${word}`);
}
