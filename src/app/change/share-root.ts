// A person publishes memories of their personal root: what would go, with everything the validators say about it, and what
// stays. Each one that goes is moved like any other (move-memory.ts): judged, signed for the shared root, removed here after.
//
// Attack: something private, a secret, or a text that nobody has approved gets into the repository with the rest. What is
// withheld, archived or fails a validator never goes; what is only inferred goes where the person says so.

import type { Finding } from "../../validate/verdict.ts";
import { listMemories } from "../memories/list-memories.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { Judgement } from "./judge-text.ts";
import { judgeTarget } from "./sign/signing-preview.ts";

export type Shareable = {
  readonly target: LoadedMemory;
  /** Of all three validators. */
  readonly findings: readonly Finding[];
  /** Listed with the others it is not seen well enough: it is flagged, or nobody has approved it. */
  readonly wantsLook: boolean;
};

export type LeftBehind = { readonly id: string; readonly why: string };

export type SharePlan = { readonly goes: readonly Shareable[]; readonly stays: readonly LeftBehind[] };

export async function planShare(
  workspace: Workspace,
  personal: OpenRoot,
  { withInferred }: { readonly withInferred: boolean },
): Promise<SharePlan> {
  const goes: Shareable[] = [];
  const stays: LeftBehind[] = [];
  for (const target of listMemories(workspace, [personal])) {
    const { id } = target.file;
    const judgement = target.text === null ? null : await judgeTarget(workspace, target, target.text);
    const why = whyItStays(target, judgement, withInferred);
    if (why === null && judgement !== null) goes.push(describe(target, judgement));
    else stays.push({ id, why: why ?? "it is broken" });
  }
  return { goes, stays };
}

function whyItStays(
  { memory, standing: { standing } }: LoadedMemory,
  judgement: Judgement | null,
  withInferred: boolean,
): string | null {
  if (standing === "inferred" && !withInferred) return "it is inferred; --with-inferred publishes it too";
  if (standing !== "verified" && standing !== "inferred") return `it is ${standing}`;
  if (memory?.status !== "active") return `it is ${memory?.status ?? "broken"}`;
  return judgement === null || judgement.hardFails ? "a validator fails it" : null;
}

function describe(target: LoadedMemory, { structure, secrets, injection, flags }: Judgement): Shareable {
  const findings = [structure, secrets, injection].flatMap((verdict) => verdict.findings);
  return { target, findings, wantsLook: flags.length > 0 || target.standing.standing !== "verified" };
}
