// Makes a root, or says which one there is. What a person decides about roots is asked for here: whether a copy of a known one
// is theirs, and whether a project that looks like a moved one is the same.

import { refuseAgent } from "../../app/people/presence.ts";
import { declineRoot, findTreeOf, sayMoved } from "../../app/workspace/auto-root.ts";
import {
  acceptWaitingRoots,
  findWaitingRoots,
  hasProjectRoot,
  type InitOutcome,
  type InitRequest,
  initRoot,
  keepInGit,
} from "../../app/workspace/init-root.ts";
import { findMovedRoots, linkMovedRoot, type MovedRoot } from "../../app/workspace/moved-root.ts";
import { findUserRoot } from "../../app/workspace/open-roots.ts";
import type { WorkspaceHints } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { hintsFor, openAsPerson, openWorkspaceFor } from "../call/open-workspace.ts";
import { scopeOf } from "../call/values.ts";
import { tell } from "../frames/answer.ts";

export async function runInit(io: Io, call: Call): Promise<number> {
  refuseContradictions(call);
  if (call.values["never"] === true) return silence(io, call);
  if (scopeOf(call) === "user") return createRoot(io, call, "user");
  if (call.values["share"] === true) return (await import("./share.ts")).shareRoot(io, call);
  if (call.values["private"] === true) return createRoot(io, call, "personal");
  // A disposable state is for tests and demos, which look at the files in the repository.
  return createRoot(io, call, call.values["test-state"] === true ? "shared" : "any");
}

function refuseContradictions(call: Call): void {
  const given = ["private", "share", "never"].filter((name) => call.values[name] === true);
  if (given.length > 1)
    throw new CredenceError(
      "USAGE",
      `init takes only one of ${given.map((name) => `--${name}`).join(" and ")}`,
    );
  if (given.length === 1 && scopeOf(call) === "user")
    throw new CredenceError("USAGE", `--${given[0]} is about a project, not about the user root`);
  if (call.values["with-inferred"] === true && !given.includes("share"))
    throw new CredenceError("USAGE", "--with-inferred goes with --share");
}

async function createRoot(io: Io, call: Call, kind: InitRequest["kind"]): Promise<number> {
  const hints = await hintsFor(io, call);
  if (kind === "any" || kind === "personal") await offerMoved(io, call, hints);
  const outcome = initRoot(hints, { kind, testState: call.values["test-state"] === true });
  if (!outcome.isNew) keepInGit(outcome);
  await acceptCopy(io, call);
  return tell(io, call, { json: outcome, says: sayOutcome(outcome) });
}

/** A person wants no root for this project. An agent that silences what the person is told is refused. */
async function silence(io: Io, call: Call): Promise<number> {
  refuseAgent(io, "decline a memory root");
  declineRoot(await hintsFor(io, call));
  await acceptCopy(io, call);
  const said = "no memory root is made or offered for this project";
  return tell(io, call, { json: { never: true }, says: [said] });
}

export function sayOutcome(outcome: InitOutcome): string[] {
  const { kind, path, isNew, wasMoved, ignored, testState } = outcome;
  const what = kind === "personal" ? "a personal memory root" : "a memory root";
  const did = wasMoved ? `moved ${what} to` : `${isNew ? "created" : "there already is"} ${what} at`;
  return [
    `${did} ${path}`,
    ...(kind === "personal" && isNew
      ? ["only you have it: git does not see it; credence init --share makes one for the team"]
      : []),
    ...(wasMoved ? ["there git can neither overwrite nor remove it"] : []),
    ...(ignored ? ["git ignores it: its memories stay on this machine", AT_RISK] : []),
    ...(testState ? ["this is a test state: nothing signed here counts anywhere else"] : []),
  ];
}

const AT_RISK =
  "git overwrites ignored files without a word: credence init --private moves the root into your home";

/** A root known at another place: its signatures hold here too, so a person says whether this copy is theirs. Where another
 * root was here, a person says that it is not missed. */
export async function acceptCopy(io: Io, call: Call): Promise<void> {
  const found = await openWorkspaceFor(io, call);
  const isWaiting = findWaitingRoots(found).length > 0;
  const isPerson = found.presence.kind === "person" || call.values["as-test-person"] === true;
  const isNew = isPerson && found.lost.some(({ kind }) => kind === "gone");
  found.close();
  if (!isWaiting && !isNew) return;
  const act = isWaiting ? "use a copy of a known root" : "use a new root where another one was";
  const workspace = await openAsPerson(io, call, act);
  acceptWaitingRoots(workspace);
  workspace.close();
}

/** A clone that was moved has no personal root at its new place. Nothing is linked without a person's yes. */
export async function offerMoved(io: Io, call: Call, hints: WorkspaceHints): Promise<void> {
  const tree = findTreeOf(hints.cwd);
  if (tree === null || hasProjectRoot(hints)) return;
  const userRoot = findUserRoot(hints);
  for (const moved of findMovedRoots(tree, userRoot)) {
    const isTheirs = await askAboutMoved(io, call, { moved, hints, top: tree.top });
    if (!isTheirs) continue;
    const { shown } = linkMovedRoot(tree, userRoot, moved);
    io.err(says`linked the memories of the project: ${shown}\n`);
    return;
  }
}

type Offer = { readonly moved: MovedRoot; readonly hints: WorkspaceHints; readonly top: string };

async function askAboutMoved(io: Io, call: Call, { moved, hints, top }: Offer): Promise<boolean> {
  const said = sayMoved(moved);
  if (hints.presence.kind === "nobody" && call.values["as-test-person"] !== true)
    throw new CredenceError(
      "NEEDS_PERSON",
      `${said}: only a person can link its memories (${moved.shown})`,
      "run credence init yourself, in a terminal outside the agent",
    );
  // The key proves it: whoever says yes hands the memories of one project to another.
  const workspace = await openAsPerson(io, call, "link a moved project");
  workspace.close();
  if (workspace.state.isTest && call.values["as-test-person"] === true) return true;
  const { saysYes } = await import("../terminal/pager.ts");
  const question = says`${said}\nits memories are in ${moved.shown}\nlink them to ${top}? (no: it gets a root of its own) [y/N] `;
  return saysYes(io, question);
}
