// The e of a review: the memory in the person's editor, judged again, shown again, and signed by a yes. What is refused stays
// in its file, and the next e goes on with it.

import type { Confirm } from "../../app/change/showing.ts";
import type { Edit } from "../../app/review/edit-text.ts";
import type { ReviewItem } from "../../app/review/queue.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { CredenceError } from "../../memory/errors.ts";
import { renderTerminalLine } from "../../memory/text/render-terminal.ts";
import type { Io } from "../call/command.ts";
import { askToAcknowledge, isYes } from "../terminal/confirm.ts";
import { renderShowing } from "../terminal/render-showing.ts";

/** Edits that are not signed yet, by the file of their memory. */
export type Drafts = Map<string, Edit>;

export type Editing = { readonly io: Io; readonly workspace: Workspace; readonly drafts: Drafts };

/** Null once it is signed, else why there is nothing to sign. */
export async function editItem({ io, workspace, drafts }: Editing, item: ReviewItem): Promise<string | null> {
  const { beginEdit, sayWhereKept } = await import("../../app/review/edit-text.ts");
  const { updateFromText } = await import("../../app/change/update-from-text.ts");
  const { answerRequests } = await import("../../app/review/decide-review.ts");
  const { file, text } = item.target;
  const draft = drafts.get(file.path) ?? beginEdit(`${file.id}.md`, text ?? "");
  drafts.set(file.path, draft);
  const drop = (): void => {
    draft.discard();
    drafts.delete(file.path);
  };
  // Said first: should the editor or this process be killed, the person knows where to look.
  io.err(`editing ${renderTerminalLine(draft.path)}\n`);
  try {
    const edited = draft.open(io.env);
    if (edited.trim() === "") {
      drop();
      return "an empty text: your edit is dropped";
    }
    const outcome = await updateFromText(workspace, item.target, { text: edited, confirm: confirmEdit(io) });
    drop();
    if (outcome.kind !== "updated") return "your edit changes nothing";
    answerRequests(item);
    return null;
  } catch (error) {
    throw sayWhereKept(error, draft);
  }
}

function confirmEdit(io: Io): Confirm {
  return async (showing) => {
    const screen = `\n${renderShowing(showing, io.columns)}sign exactly this text as yours?`;
    if (!(await isYes(io, screen))) throw new CredenceError("DECLINED", "you did not say yes");
    await askToAcknowledge(io, showing.judgement?.flags ?? []);
  };
}
