// The roots, brought along by an upgrade: each is opened, which finishes what was interrupted, its index is brought up to date,
// and where the rules became stricter, what a person approved is judged again. A root that cannot be opened is named, and keeps
// no other from coming along.

import type { RemainingRoot } from "../../app/clients/remains.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Call, Io } from "../call/command.ts";
import { openWorkspaceFor } from "../call/open-workspace.ts";
import { askYes } from "../terminal/pager.ts";

export type Brought = {
  readonly roots: number;
  /** Approved memories that fail the rules of today, and why. */
  readonly lowered: readonly { readonly id: string; readonly why: string; readonly isHeld: boolean }[];
  readonly failed: readonly { readonly path: string; readonly why: string }[];
  /** Every root was. */
  readonly isJudged: boolean;
};

type Wanted = { readonly roots: readonly RemainingRoot[]; readonly judges: boolean };

export async function bringRootsAlong(io: Io, call: Call, { roots, judges }: Wanted): Promise<Brought> {
  const lowered: Brought["lowered"][number][] = [];
  const failed: Brought["failed"][number][] = [];
  for (const { path } of roots) {
    try {
      const workspace = await openWorkspaceFor(io, { ...call, values: { ...call.values, root: path } });
      try {
        await refresh(workspace);
        if (judges) lowered.push(...(await judge(io, workspace)));
      } finally {
        workspace.close();
      }
    } catch (error) {
      if (!(error instanceof CredenceError)) throw error;
      failed.push({ path, why: `${error.message}: ${error.hint}` });
    }
  }
  return { roots: roots.length - failed.length, lowered, failed, isJudged: judges };
}

/** Where a shared root has nothing that explains it yet, a person is asked; nobody else writes into a repository. */
export async function offerPapers(io: Io, roots: readonly RemainingRoot[]): Promise<void> {
  const { findMissing, writePapers } = await import("../../app/change/root-papers.ts");
  const bare = roots.filter((root) => findMissing(root).length > 0);
  if (bare.length === 0 || !io.terminal.in || !io.terminal.out) return;
  const places = bare.map(({ path }) => says`  ${path}\n`);
  const question = says`A README and .gitattributes explain shared memories to people and to git.\n${places}Write them there? [y/N] `;
  if (!(await askYes(io, question, false))) return;
  for (const root of bare) {
    try {
      writePapers(root);
    } catch (error) {
      if (!(error instanceof CredenceError)) throw error;
      io.err(says`${root.path}: ${error.message}: ${error.hint}\n`);
    }
  }
  io.out(says`written: commit them with the repository\n`);
}

async function refresh(workspace: Workspace): Promise<void> {
  const { withIndexes } = await import("../../app/index/open-index.ts");
  withIndexes(workspace, { roots: workspace.roots }, () => undefined);
}

async function judge(io: Io, workspace: Workspace): Promise<Brought["lowered"]> {
  const { surveyRoots } = await import("../../app/audit/survey.ts");
  const { demoteFailing } = await import("../../app/audit/demote-failing.ts");
  const surveyed = await surveyRoots(workspace, () => undefined);
  const approved = surveyed.filter((each) => each.failure !== null && each.approved);
  const { failures } = await demoteFailing(workspace, approved, {
    dryRun: false,
    ask: async (failing) =>
      io.terminal.in &&
      io.terminal.out &&
      askYes(
        io,
        says`${failing.length} approved memories fail the stricter rules. Take them out of use? [Y/n] `,
        true,
      ),
  });
  return failures.map(({ id, label, rule, line, outcome }) => ({
    id,
    why: `${label}: ${rule} on line ${line}`,
    isHeld: outcome !== "demoted",
  }));
}
