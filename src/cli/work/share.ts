// Publishes what a person approved in their personal root. Attack: something private goes with the rest, because nobody looked.
// So everything that would become public is listed with all findings before anything is made, and a word is typed.

import { moveMemory } from "../../app/change/move-memory.ts";
import { type Papers, writePapers } from "../../app/change/root-papers.ts";
import { type LeftBehind, planShare, type Shareable, type SharePlan } from "../../app/change/share-root.ts";
import { findMemory } from "../../app/memories/find-memory.ts";
import { type InitOutcome, initRoot, keepInGit } from "../../app/workspace/init-root.ts";
import type { OpenRoot, Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { revealLine } from "../../memory/text/look-alikes.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { hintsFor, openAsPerson, openForPerson } from "../call/open-workspace.ts";
import { tell } from "../frames/answer.ts";
import { showReport } from "../report/render-terminal.ts";
import { sayFinding } from "../report/report.ts";
import { type Asking, confirmText, isPlayed } from "../terminal/confirm.ts";
import { wrapMarkedLine } from "../terminal/style.ts";
import { acceptCopy, offerMoved, sayOutcome } from "./init.ts";

const ACT = "share memories with everybody who has the repository";

export async function shareRoot(io: Io, call: Call): Promise<number> {
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
  "its .gitattributes is yours and stays: memories/*.md merge=credence text eol=lf keeps both texts of a memory in a merge";

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
