// Promote, restore, re-affirm and keep: what only a person does. The law decides, the person sees what they sign, and what
// they saw is what is signed. Fails closed.

import { CredenceError, type Refusal } from "../../memory/errors.ts";
import {
  applyTransition,
  type Circumstances,
  type RaiseAction,
  signedBy,
  type TransitionOutcome,
} from "../../memory/law/transitions.ts";
import { refuseOtherDigest, reload } from "../memories/find-memory.ts";
import { circumstancesOf, promotionDate, transitionInput } from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { attest, commitChanges, withLock } from "./change-root.ts";
import type { Judgement } from "./judge-text.ts";
import { moveChanges, recordMove, refuseOccupied } from "./move-file.ts";
import { type Confirm, judgeTarget, showingOf } from "./signing-preview.ts";

export type RaiseRequest = {
  readonly action: RaiseAction;
  /** The person takes the findings of the injection check on. */
  readonly acknowledge: boolean;
  readonly ifDigest: string | null;
  readonly confirm: Confirm;
};

export type RaiseOutcome = {
  readonly id: string;
  readonly path: string;
  readonly digest: string;
  /** Rule ids of the findings that were taken on. */
  readonly acknowledged: readonly string[];
};

export async function raiseMemory(
  workspace: Workspace,
  target: LoadedMemory,
  request: RaiseRequest,
): Promise<RaiseOutcome> {
  refuseOtherDigest(target, request.ifDigest);
  const { memory, digest, text } = target;
  const judgement = text === null ? null : await judgeTarget(workspace, target, text);
  // Asked before anything is shown: what the law refuses needs no decision.
  permit(workspace, target, { request, judgement });
  refuseOccupied(target, `memories/${target.file.id}.md`);
  await request.confirm(showingOf(workspace, target, { memory, digest, text, judgement }));
  const outcome = withLock(target.root, () =>
    raise(workspace, reload(workspace, target, request.ifDigest), { request, judgement }),
  );
  if (target.file.directory !== "memories") recordMove(target, `memories/${target.file.id}.md`);
  return outcome;
}

type Applied = Extract<TransitionOutcome, { readonly kind: "applied" }>;
type Asked = { readonly request: RaiseRequest; readonly judgement: Judgement | null };

function raise(workspace: Workspace, target: LoadedMemory, asked: Asked): RaiseOutcome {
  const { root, file, input, digest } = target;
  const { action } = asked.request;
  const law = permit(workspace, target, asked);
  const { person } = workspace.keys;
  if (person === null || digest === null) throw new CredenceError("INTERNAL", "the law let nobody pass");
  const acknowledged = asked.judgement?.flags ?? [];
  const act = signedBy(action);
  const to = `memories/${file.id}.md`;
  commitChanges(workspace, root, {
    record: { command: action, id: file.id, actor: "person", digest },
    changes: [
      attest(workspace, { key: person, input }, { act, digest, acknowledged }),
      ...moveChanges(target, to, law.changes),
    ],
  });
  return { id: file.id, path: `${root.shown}${to}`, digest, acknowledged };
}

function permit(workspace: Workspace, target: LoadedMemory, asked: Asked): Applied {
  const law = askLaw(workspace, target, { ...asked.request, judgement: asked.judgement });
  if (law.kind === "applied") return law;
  if (law.kind !== "refused") throw new CredenceError("INTERNAL", law.why);
  throw explain(law, target, asked);
}

type Wanted = Pick<RaiseRequest, "action" | "acknowledge"> & { readonly judgement: Judgement | null };

/** What the law says to it, without doing anything. */
export function askLaw(workspace: Workspace, target: LoadedMemory, wanted: Wanted): TransitionOutcome {
  const { action, acknowledge, judgement } = wanted;
  const circumstances: Circumstances = {
    ...circumstancesOf(workspace, null),
    opens: promotionDate(target, workspace.now),
    hardFails: judgement?.hardFails !== false || target.digest === null,
    flagged: (judgement?.flags.length ?? 0) > 0,
    acknowledged: acknowledge,
  };
  return applyTransition(action, transitionInput(target), circumstances);
}

/** The law knows that a validator says no; the person wants to know what it says. */
function explain(law: Refusal, target: LoadedMemory, { request, judgement }: Asked): CredenceError {
  const { id } = target.file;
  if (law.code === "FLAGGED") {
    const message = `${law.message}: ${judgement?.flags.join(", ")}`;
    return new CredenceError("FLAGGED", message, `credence ${request.action} ${id} --acknowledge shows them`);
  }
  if (law.code !== "HARD_FAIL") return new CredenceError(law.code, law.message, law.hint);
  const verdicts = judgement === null ? [] : [judgement.structure, judgement.secrets];
  const finding = verdicts.flatMap(({ findings }) => findings).find(({ severity }) => severity === "error");
  const why = finding?.message ?? target.problems[0]?.message ?? "it is no text";
  return new CredenceError("HARD_FAIL", `${law.message}: ${why}`);
}
