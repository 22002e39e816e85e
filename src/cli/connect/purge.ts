// Uninstall with --purge: lists what goes and what that means, offers a copy of the memories, and wants a typed word. No key
// signs anything, so no passphrase is asked for: whoever has lost theirs can begin anew.

import { dirname, resolve } from "node:path";
import { type Connected, connectEach } from "../../app/clients/connect-client.ts";
import { removeProgram } from "../../app/clients/program-home.ts";
import { listLeavingRoots, purge, refuseForeignState } from "../../app/clients/purge.ts";
import {
  describeRoot,
  hasPlugin,
  type RemainingRoot,
  type Remains,
  surveyRemains,
} from "../../app/clients/remains.ts";
import { refuseCodeLoaders } from "../../app/people/code-loaders.ts";
import { findTreeOf } from "../../app/workspace/auto-root.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { hintsFor, placeHints } from "../call/open-workspace.ts";
import { scopeOf, textOf } from "../call/values.ts";
import { showReport } from "../report/render-terminal.ts";
import { askPerson, askYes, typesWord } from "../terminal/pager.ts";
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
  await exportFirst(io, call, remains);
  await demandWords(io, listLeavingRoots(remains, all));
  const connections = disconnect(io, call, false);
  if (connections.some(({ report }) => isFault(report, false))) {
    io.out(showReport(sayFailed(io, call, connections), io));
    return 1;
  }
  finish(io, call, { remains, all });
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
  const leaving = listLeavingRoots(remains, all);
  const keys = "your keys: what you approved becomes foreign here, and withheld, until a new key approves it";
  return [
    ...connections.flatMap(({ report: { outcome, path } }) =>
      outcome === "changed" ? [`our entries in ${path}`] : [],
    ),
    ...leaving.map((root) => (root.isEmpty ? `${root.path}: an empty memory root` : describeRoot(root))),
    ...(cache === null ? [] : [`${cache}: the search index`]),
    ...(state === null
      ? []
      : [`${state}: whom you trust, settings, receipts, captured prompts, copies of agents' settings`]),
    ...(hasKey ? [keys] : []),
    ...(program === null ? [] : [`${program}: the program`]),
  ];
}

function sayGoing(remains: Remains, goes: readonly string[], all: boolean): string[] {
  const leaving = listLeavingRoots(remains, all);
  const stays = remains.roots.filter((root) => !leaving.includes(root));
  return [
    ...goes.map((each) => `goes      ${each}`),
    ...stays.map((root) => `stays     ${describeRoot(root)}${whyStays(root)}`),
    ...[...remains.strangers, ...leaving.flatMap(({ strangers }) => strangers)].map(
      (path) => `stays     ${path}: not made by Credence`,
    ),
    ...listLinked(remains).map((path) => `stays     ${path}: a directory that a link leads to`),
    ...(goes.length === 0
      ? [`nothing ${stays.length === 0 ? "" : "else "}of Credence is left on this machine`]
      : []),
  ];
}

/** Emptied of what is ours, and the person's own arrangement. */
function listLinked({ state, isStateLinked, cache, isCacheLinked }: Remains): string[] {
  return [isStateLinked ? state : null, isCacheLinked ? cache : null].filter((path) => path !== null);
}

function whyStays({ kind, isLinked }: RemainingRoot): string {
  if (kind === "shared") return "; its project's own: git rm -r .claude/memory";
  return isLinked ? "; a link leads there: remove it yourself" : "; --memories removes it too";
}

/** Also where the memories stay: who vouched for each is in the copy, and without the keys nobody can tell. */
async function exportFirst(io: Io, call: Call, { roots }: Remains): Promise<void> {
  const filled = roots.filter(({ memories }) => memories > 0);
  if (filled.length === 0) return;
  if (!(await askYes(io, says`Export all memories first? [y/N] `, false))) return;
  const out = await askFolder(io);
  const { openWorkspace } = await import("../../app/workspace/workspace.ts");
  const { gatherExport, toFiles } = await import("../../app/transfer/export.ts");
  const { writeExportFolder } = await import("../../app/transfer/write-export.ts");
  for (const [index, { path }] of filled.entries()) {
    const workspace = openWorkspace({ ...(await hintsFor(io, call)), root: path });
    try {
      const { memories, left } = await gatherExport(workspace, true);
      for (const { id, why } of left) io.err(says`left out ${id}: ${why}\n`);
      const place = { cwd: io.cwd, out: filled.length === 1 ? out : `${out}/${index + 1}` };
      writeExportFolder(workspace, place, toFiles(memories, "markdown"));
      io.out(says`exported ${memories.length} of ${path} to ${place.out}\n`);
    } finally {
      workspace.close();
    }
  }
}

/** Private memories have no business in a repository. */
async function askFolder(io: Io): Promise<string> {
  for (;;) {
    const out = (await askPerson(io, says`A new folder, outside of git: `)).trim();
    if (out !== "" && findTreeOf(dirname(resolve(io.cwd, out))) === null) return out;
  }
}

async function demandWords(io: Io, leaving: readonly RemainingRoot[]): Promise<void> {
  const count = leaving.reduce((sum, { memories }) => sum + memories, 0);
  const asked = [
    { word: "purge", what: "remove all that goes" },
    ...(leaving.some(({ isEmpty }) => !isEmpty)
      ? [{ word: "memories", what: `remove ${pluralize(count, "memory", "memories")} for good` }]
      : []),
  ];
  for (const { word, what } of asked)
    if (!(await typesWord(io, says`type ${word} to ${what}: `, word)))
      throw new CredenceError("DECLINED", `you did not type ${word}`);
}

function sayFailed(io: Io, call: Call, connections: readonly Connected[]): string[] {
  const setting = settingOf(io, call, { verb: "uninstall" });
  const failed = connections.filter(({ report }) => isFault(report, false));
  const told = sayConnections(failed, { setting, hasRoot: true, verbose: false });
  return [...told, "nothing else was removed: repair that, then run the command again"];
}

type Purging = { readonly remains: Remains; readonly all: boolean };

function finish(io: Io, call: Call, { remains, all }: Purging): void {
  const plugin = hasPlugin(placeHints(io, call));
  // Anew: somebody may have saved something since, and disconnecting keeps copies. Nothing goes that was not listed.
  const now = surveyRemains(placeHints(io, call));
  const roots = now.roots.filter(({ path }) => remains.roots.some((each) => each.path === path));
  const { finish: removeRest } = purge({ ...now, roots }, all);
  // This very process may run from there; nothing is loaded any more.
  removeProgram(io);
  removeRest();
  io.out(says`Credence is purged\n`);
  if (plugin)
    io.out(says`the plugin is Claude Code's to remove: claude plugin uninstall credence@credence\n`);
  if (remains.program === null) io.out(says`the package stays: npm uninstall --global credence\n`);
}
