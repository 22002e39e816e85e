// Promote, restore, re-affirm and keep: what only a person does. The law decides, the person sees what they sign, and what
// they saw is what is signed. Fails closed.

import { CredenceError, FAILURES, type Refusal } from "../../memory/errors.ts";
import { rewriteFrontmatter } from "../../memory/file/write-frontmatter.ts";
import { isPersons } from "../../memory/law/kinds.ts";
import { gather } from "../../memory/law/sets/gather.ts";
import type { Bar } from "../../memory/law/subject.ts";
import {
  type Actor,
  applyTransition,
  type Circumstances,
  type RaiseAction,
  signedBy,
  type TransitionOutcome,
} from "../../memory/law/transitions.ts";
import { isOwnKey } from "../memories/known-signers.ts";
import {
  circumstancesOf,
  promotionDate,
  refuseOtherDigest,
  transitionInput,
  voucherOf,
} from "../memories/law.ts";
import type { LoadedMemory } from "../memories/load-memory.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { commitChanges } from "./change-root.ts";
import type { Judgement } from "./judge-text.ts";
import { moveChanges, recordMove, refuseOccupied } from "./move-file.ts";
import type { Confirm } from "./sign/signing-preview.ts";
import { planText, type Ready, writeText } from "./write-text.ts";

export type RaiseRequest = {
  readonly action: RaiseAction;
  /** The person takes the findings of the injection check on. */
  readonly acknowledge: boolean;
  readonly ifDigest: string | null;
  /** The person's own wording of it, instead of what is there: the same with its findings wrapped. */
  readonly text?: string;
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
  const { file, text } = target;
  const to = `memories/${file.id}.md`;
  if (text === null) {
    permit(workspace, target, { request, judgement: null });
    throw new CredenceError("INTERNAL", "a transition was permitted for a file that is not text");
  }
  const writing = {
    base: target,
    text: request.text ?? text,
    vouchedBy: request.text === undefined ? voucherOf(target) : ("person" as const),
    ifDigest: request.ifDigest,
    // Asked before anything is shown: what the law refuses needs no decision.
    permit: (judgement: Judgement) => {
      permit(workspace, target, { request, judgement });
      refuseOccupied(target, to);
    },
    confirm: request.confirm,
  };
  const outcome = await writeText(workspace, writing, (ready) => raise(workspace, ready, request));
  if (file.directory !== "memories") recordMove(target, to);
  return outcome;
}

type Applied = Extract<TransitionOutcome, { readonly kind: "applied" }>;
type Asked = { readonly request: RaiseRequest; readonly judgement: Judgement | null };

function raise(workspace: Workspace, { base, judgement }: Ready, request: RaiseRequest): RaiseOutcome {
  const { root, file, input } = base;
  const { action } = request;
  const { judged } = judgement;
  const law = permit(workspace, base, { request, judgement });
  const to = `memories/${file.id}.md`;
  const moved = moveChanges(base, to, law.changes);
  const own = request.text === undefined ? null : rewriteFrontmatter(judged.text, law.changes);
  const operation = planText(workspace, judged, {
    by: "person",
    keeps: signedBy(action) === "keep",
    input,
    command: action,
    changes: moved.map((change) =>
      change.kind === "write" && own !== null ? { ...change, text: own } : change,
    ),
  });
  commitChanges(workspace, root, operation);
  return { id: file.id, path: `${root.shown}${to}`, digest: judged.digest, acknowledged: judged.flags };
}

function permit(workspace: Workspace, target: LoadedMemory, asked: Asked): Applied {
  const law = askLaw(workspace, target, { ...asked.request, judgement: asked.judgement });
  if (law.kind === "applied") return law;
  if (law.kind !== "refused") throw new CredenceError("INTERNAL", law.why);
  throw explain(law, target, asked);
}

/** What a person may not do either is refused before anybody types a passphrase. */
export function demandRaise(
  workspace: Workspace,
  target: LoadedMemory,
  { action, judgement }: { readonly action: RaiseAction; readonly judgement: Judgement | null },
): void {
  const law = askLaw(workspace, target, { action, acknowledge: true, judgement, by: "person" });
  if (law.kind === "refused") throw new CredenceError(law.code, law.message, law.hint);
}

type Wanted = Pick<RaiseRequest, "action" | "acknowledge"> & {
  readonly judgement: Judgement | null;
  /** Whoever it would be; who acts, where nobody is named. */
  readonly by?: Actor;
};

/** What the law says to it, without doing anything. */
export function askLaw(workspace: Workspace, target: LoadedMemory, wanted: Wanted): TransitionOutcome {
  const { action, acknowledge, judgement, by } = wanted;
  const circumstances: Circumstances = {
    ...circumstancesOf(workspace, null),
    ...(by === undefined ? {} : { actor: by }),
    opens: promotionDate(target, workspace),
    hardFails: judgement?.hardFails !== false || target.digest === null,
    flagged: (judgement?.flags.length ?? 0) > 0,
    acknowledged: acknowledge,
    bars: findBars(workspace, target, judgement),
  };
  return applyTransition(action, transitionInput(target), circumstances);
}

/** Of a text that nobody has judged, a strong finding is not known to be absent. What is signed tells who wrote it. */
function findBars(
  workspace: Workspace,
  { root, memory, input }: LoadedMemory,
  judgement: Judgement | null,
): Bar[] {
  const isOwn = gather(input).vouchedBy.some(
    (each) => !isPersons(each) && isOwnKey(workspace, root, each.signer),
  );
  return [
    ...(isOwn ? [] : (["elsewhere"] as const)),
    ...(memory?.taint.length === 0 ? [] : (["tainted"] as const)),
    ...(judgement?.isStrong === false ? [] : (["strong"] as const)),
  ];
}

/** The law knows that a validator says no; the person wants to know what it says. */
function explain(law: Refusal, target: LoadedMemory, { request, judgement }: Asked): CredenceError {
  const { id } = target.file;
  if (law.code === "FLAGGED") {
    const message = `${law.message}: ${judgement?.flags.join(", ")}`;
    const hint = law.hint ?? `credence ${request.action} ${id} --acknowledge shows them`;
    return new CredenceError("FLAGGED", message, hint);
  }
  if (law.code !== "HARD_FAIL") return new CredenceError(law.code, law.message, law.hint);
  const verdicts = judgement === null ? [] : [judgement.structure, judgement.secrets];
  const finding = verdicts.flatMap(({ findings }) => findings).find(({ severity }) => severity === "error");
  const why = finding?.message ?? target.problems[0]?.message ?? "it is not text";
  const hint = request.action === "restore" ? howToRestore(id, judgement) : undefined;
  return new CredenceError("HARD_FAIL", `${law.message}: ${why}`, hint);
}

/** What only looks like a secret is brought back in one step. */
export function howToRestore(id: string, judgement: Judgement | null): string | undefined {
  if (judgement === null || judgement.secrets.exit === 0) return undefined;
  const wrapping = `credence approve ${id} --restore --redact brings it back with what was found in <redacted>`;
  return `${FAILURES.HARD_FAIL.fix}; if it is no secret, ${wrapping}`;
}
