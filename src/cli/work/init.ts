// Makes a root, or says which one there is. What a person decides about roots is asked for here: whether a copy of a known one
// is theirs, and whether a project that looks like a moved one is the same.

import { moveMemory } from "../../app/change/move-memory.ts";
import { type Papers, writePapers } from "../../app/change/root-papers.ts";
import { type LeftBehind, planShare, type Shareable, type SharePlan } from "../../app/change/share-root.ts";
import { findMemory } from "../../app/memories/find-memory.ts";
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
import type { OpenRoot, Workspace, WorkspaceHints } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { revealLine } from "../../memory/text/look-alikes.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { hintsFor, openAsPerson, openForPerson, openWorkspaceFor } from "../call/open-workspace.ts";
import { scopeOf } from "../call/values.ts";
import { tell } from "../frames/answer.ts";
import { showReport } from "../report/render-terminal.ts";
import { sayFinding } from "../report/report.ts";
import { type Asking, confirmText, isPlayed } from "../terminal/confirm.ts";
import { wrapMarkedLine } from "../terminal/style.ts";

export async function runInit(io: Io, call: Call): Promise<number> {
  refuseContradictions(call);
  if (call.values["never"] === true) return silence(io, call);
  if (scopeOf(call) === "user") return createRoot(io, call, "user");
  if (call.values["share"] === true) return shareRoot(io, call);
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
  const { kind, path, isNew, ignored, testState } = outcome;
  const what = kind === "personal" ? "a personal memory root" : "a memory root";
  const did = `${isNew ? "created" : "there already is"} ${what} at`;
  return [
    `${did} ${path}`,
    ...(kind === "personal" && isNew
      ? ["only you have it: git does not see it; credence init --share makes one for the team"]
      : []),
    ...(ignored ? ["git ignores it: its memories stay on this machine", AT_RISK] : []),
    ...(testState ? ["this is a test state: nothing signed here counts anywhere else"] : []),
  ];
}

const AT_RISK =
  "git overwrites ignored files without a word: credence init --private moves the root into your home";

/** A root known at another place: its signatures hold here too, so a person says whether this copy is theirs. Where another
 * root was here, a person says that it is not missed. */
async function acceptCopy(io: Io, call: Call): Promise<void> {
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
async function offerMoved(io: Io, call: Call, hints: WorkspaceHints): Promise<void> {
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

// Publishes what a person approved in their personal root. Attack: something private goes with the rest, because nobody looked.
// So everything that would become public is listed with all findings before anything is made, and a word is typed.

const ACT = "share memories with everybody who has the repository";

async function shareRoot(io: Io, call: Call): Promise<number> {
  const hints = await hintsFor(io, call);
  // Refuses where no person is, before anything is made.
  (await openForPerson(io, call, ACT)).close();
  await offerMoved(io, call, hints);
  const plan = await planAndAsk(io, call);
  const outcome = initRoot(hints, { kind: "shared", testState: call.values["test-state"] === true });
  keepInGit(outcome);
  const papers = writePapers(outcome);
  await acceptCopy(io, call);
  const left = plan.goes.length === 0 ? [] : await publish(io, call, plan.goes);
  const shared = plan.goes
    .map(({ target }) => target.file.id)
    .filter((id) => !left.some((each) => each.id === id));
  return tell(io, call, {
    json: { ...outcome, shared, left: [...plan.stays, ...left], wrote: papers.written },
    says: sayShared(outcome, { shared, left, papers }),
    exit: left.length === 0 ? 0 : 1,
  });
}

/** What goes and what stays, after the person has seen both. */
async function planAndAsk(io: Io, call: Call): Promise<SharePlan> {
  const workspace = await openForPerson(io, call, ACT);
  try {
    const personal = workspace.roots.find(({ kind }) => kind === "personal");
    if (personal === undefined) return { goes: [], stays: [] };
    const withInferred = call.values["with-inferred"] === true;
    const plan = await planShare(workspace, personal, { withInferred });
    if (plan.goes.length === 0) io.err(showReport(sayStays(plan.stays), io));
    else await ask({ io, call, workspace }, plan);
    return plan;
  } finally {
    workspace.close();
  }
}

async function ask(asking: Asking, plan: SharePlan): Promise<void> {
  const { io } = asking;
  const lines = [...sayGoes(plan.goes, io.columns), ...sayStays(plan.stays)];
  const screen = showReport(lines, io);
  if (isPlayed(asking)) return io.err(screen);
  const { showPages, typesWord } = await import("../terminal/pager.ts");
  const question = says`type share to publish them: `;
  const { rest, unseen } = await showPages(io, screen, question);
  if (unseen !== null) throw new CredenceError("DECLINED", unseen);
  if (await typesWord(io, says`${[rest, question]}`, "share")) return;
  throw new CredenceError("DECLINED", "nothing was published");
}

/** Every row is ours: one that a memory made wider than the terminal goes on behind a mark. */
function sayGoes(goes: readonly Shareable[], columns: number): string[] {
  const rows = goes.flatMap(({ target: { file, memory, standing }, findings }) => [
    ...wrapMarkedLine(
      revealLine(`${file.id} (${standing.standing}): ${memory?.name}: ${memory?.description}`),
      columns,
      ["  ", "    "],
    ),
    ...findings.flatMap((each) =>
      wrapMarkedLine(revealLine(sayFinding(each)), columns, ["      ", "        "]),
    ),
  ]);
  const head = `everybody who has the repository could read ${pluralize(goes.length, "memory", "memories")}:`;
  return [head, ...rows];
}

function sayStays(stays: readonly LeftBehind[]): string[] {
  if (stays.length === 0) return [];
  return ["what stays in your personal root:", ...stays.map(({ id, why }) => `  ${id}: ${why}`)];
}

async function publish(io: Io, call: Call, goes: readonly Shareable[]): Promise<LeftBehind[]> {
  const workspace = await openAsPerson(io, call, ACT);
  try {
    const left: LeftBehind[] = [];
    for (const each of goes) left.push(...(await publishOne({ io, call, workspace }, each)));
    return left;
  } finally {
    workspace.close();
  }
}

/** One that is declined or refused stays, and the others go on. */
async function publishOne(asking: Asking, { target, wantsLook }: Shareable): Promise<LeftBehind[]> {
  const { workspace } = asking;
  const { id } = target.file;
  const [personal, shared] = [rootOfKind(workspace, "personal"), rootOfKind(workspace, "shared")];
  try {
    const found = findMemory({ ...workspace, roots: [personal] }, id);
    // What was listed is what goes: another text since then has not been seen.
    if (found.digest !== target.digest) throw new CredenceError("OCC_CONFLICT", `${id} was just changed`);
    const confirm = wantsLook ? { confirm: confirmText(asking, says`publish ${id}?`) } : {};
    await moveMemory(workspace, found, { destination: shared, ...confirm });
    return [];
  } catch (error) {
    if (!(error instanceof CredenceError)) throw error;
    return [{ id, why: `${error.code}: ${error.message}` }];
  }
}

function rootOfKind({ roots }: Workspace, kind: OpenRoot["kind"]): OpenRoot {
  const root = roots.find((each) => each.kind === kind);
  if (root === undefined) throw new CredenceError("NO_ROOT", `the ${kind} root cannot be opened`);
  return root;
}

const OWN_ATTRIBUTES =
  "its .gitattributes is yours and stays: attest/** -text keeps git from changing a byte that was signed";

type Shared = {
  readonly shared: readonly string[];
  readonly left: readonly LeftBehind[];
  readonly papers: Papers;
};

function sayShared(outcome: InitOutcome, { shared, left, papers }: Shared): string[] {
  const { written, others } = papers;
  return [
    ...sayOutcome(outcome),
    ...(written.length === 0
      ? []
      : [`wrote ${written.join(" and ")} for whoever reads it in the repository`]),
    ...(others.includes(".gitattributes") ? [OWN_ATTRIBUTES] : []),
    ...(shared.length === 0
      ? []
      : [`published ${pluralize(shared.length, "memory", "memories")}: ${shared.join(", ")}`]),
    ...left.map(({ id, why }) => `not published: ${id}: ${why}`),
    ...(outcome.isNew
      ? ["next: credence team join puts your card beside them; then commit and push .claude/memory"]
      : []),
  ];
}
