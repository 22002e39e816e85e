// The e of a review: the memory in the person's editor, judged again, shown whole, and marked by a yes. What is refused stays
// in its file, and the next e goes on with it; so does what nobody signs at the end.

import { noteShown } from "../../app/memories/shown-to-end.ts";
import type { Edit } from "../../app/review/edit-text.ts";
import type { ReviewItem } from "../../app/review/queue.ts";
import type { Workspace } from "../../app/workspace/workspace.ts";
import { says } from "../../memory/text/render-terminal.ts";
import type { Io } from "../call/command.ts";
import { askToAcknowledge } from "../terminal/confirm.ts";
import { demandYes } from "../terminal/pager.ts";
import { renderShowing } from "../terminal/render-preview.ts";
import type { Mark } from "./marks.ts";

/** Edits that are not signed yet, by the file of their memory. */
export type Drafts = Map<string, Edit>;

type Editing = { readonly io: Io; readonly workspace: Workspace; readonly drafts: Drafts };

/** @returns the mark, or why there is nothing to sign. */
export async function editItem({ io, workspace, drafts }: Editing, item: ReviewItem): Promise<Mark | string> {
  const { beginEdit, sayWhereKept } = await import("../../app/review/edit-text.ts");
  const { previewFromText } = await import("../../app/change/update-memory.ts");
  const { file, text } = item.target;
  const draft = drafts.get(file.path) ?? beginEdit(item.target, text ?? "");
  drafts.set(file.path, draft);
  const done = (): void => {
    draft.discard();
    drafts.delete(file.path);
  };
  // Said first: should the editor or this process be killed, the person knows where to look.
  io.err(says`editing ${draft.path}\n`);
  try {
    io.setEcho?.(true);
    const edited = draft.open(io.env);
    if (edited.trim() === "") {
      done();
      return "empty text: your edit is discarded";
    }
    const showing = await previewFromText(workspace, item.target, edited);
    if (showing === null) {
      done();
      return "your edit changes no word, so there is nothing to sign";
    }
    const flags = showing.judgement?.flags ?? [];
    const { text: screen, shown } = renderShowing(showing, io.columns, { tells: "doubts" });
    await demandYes(io, says`\n${[screen]}`, says`${[shown]}mark exactly this text to be signed as yours?`);
    await askToAcknowledge(io, flags);
    const signing = { digest: showing.digest, flags, shown: noteShown(showing) };
    return { item, act: { kind: "edit" }, reason: null, ...signing, edited: { text: edited, done } };
  } catch (error) {
    throw sayWhereKept(error, draft);
  }
}
