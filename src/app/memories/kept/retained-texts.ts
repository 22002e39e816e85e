// Texts of a root that are not, or no longer, its files, each with its whole source in the root's ledger: conflict copies and received
// texts, which take part in the ledger; those that a person approved, so that the next question can show what changed since; and
// those that a change replaced, so that it can be taken back. The last two fail open: without one the whole text is shown, or the
// change stays.

import { type DigestedContent, digestMemory } from "../../../memory/file/digest.ts";
import { parseMemory } from "../../../memory/file/parse-memory.ts";
import { hashSource } from "../../../memory/file/source.ts";
import { isApproval } from "../../../memory/law/kinds.ts";
import { gather } from "../../../memory/law/sets/gather.ts";
import type { StandingInput } from "../../../memory/law/standing.ts";
import { isTextStatement, type SignedStatement } from "../../../memory/law/statement.ts";
import type { Memory } from "../../../memory/memory.ts";
import type { Change } from "../../../store/transaction.ts";
import type { RetainedText, Retention } from "../../../trust/retained-texts.ts";
import { explainUnwritten, writeIfPossible } from "../../workspace/open-records.ts";
import type { OpenRoot, Workspace } from "../../workspace/workspace.ts";

/** On disk afterwards, or the failure is the caller's, who has seen that none of them holds a secret. */
export function keepSources(workspace: Workspace, root: OpenRoot, sources: readonly string[]): void {
  try {
    workspace.seenIn(root).texts.keep(sources.map(toRetained), "retained");
  } catch (error) {
    throw explainUnwritten(error);
  }
}

function toRetained(source: string): RetainedText {
  const parsed = parseMemory(source);
  return {
    hash: hashSource(source),
    digest: parsed.kind === "memory" ? digestMemory(parsed.memory) : "",
    source,
  };
}

/** After an operation: each text in it that one of its statements approves. */
export function keepApprovedTexts(
  workspace: Workspace,
  root: OpenRoot,
  {
    statements,
    changes,
  }: { readonly statements: readonly SignedStatement[]; readonly changes: readonly Change[] },
): void {
  const approved = new Set(
    statements.flatMap((each) => (isTextStatement(each) && isApproval(each) ? [each.digest] : [])),
  );
  if (approved.size === 0) return;
  const sources = changes.flatMap((each) =>
    each.kind === "write" && each.path.endsWith(".md") ? [toRetained(each.text)] : [],
  );
  const texts = sources.filter(({ digest }) => approved.has(digest));
  writeIfPossible(workspace.troubles, () => workspace.seenIn(root).texts.keep(texts, "approved"));
}

/** Before a change: the text that it replaces. The caller has seen that it holds no secret. */
export function keepReplacedText(workspace: Workspace, root: OpenRoot, source: string): void {
  writeIfPossible(workspace.troubles, () =>
    workspace.seenIn(root).texts.keep([toRetained(source)], "replaced"),
  );
}

export type ApprovedText = {
  readonly digest: string;
  /** When it was approved, by the statement that says so. */
  readonly time: string;
  readonly content: DigestedContent;
};

/** The text that was approved last among those that are still here. */
export function findLastApproved(
  workspace: Workspace,
  root: OpenRoot,
  input: StandingInput,
): ApprovedText | null {
  for (const { digest, time } of gather(input).approvals) {
    const content = find(workspace, root, { digest, why: "approved" });
    if (content !== null) return { digest, time, content };
  }
  return null;
}

/** A text that was approved here, or replaced here, as far as it was kept. */
export function readKept(workspace: Workspace, root: OpenRoot, digest: string): DigestedContent | null {
  return (
    find(workspace, root, { digest, why: "approved" }) ?? find(workspace, root, { digest, why: "replaced" })
  );
}

function find(
  workspace: Workspace,
  root: OpenRoot,
  { digest, why }: { readonly digest: string; readonly why: Retention },
): Memory | null {
  const source = workspace.seenIn(root).texts.find(digest, why);
  const parsed = source === null ? null : parseMemory(source);
  return parsed?.kind === "memory" ? parsed.memory : null;
}

/** Of a memory that is deleted: every text that anybody ever vouched for under its id. */
export function eraseTexts(workspace: Workspace, root: OpenRoot, input: StandingInput): void {
  const said = [...input.attestations, ...input.remembered]
    .filter(isTextStatement)
    .map(({ digest }) => digest);
  const { digest } = input.file;
  workspace.seenIn(root).texts.erase([...new Set([...said, ...(digest === null ? [] : [digest])])]);
}
