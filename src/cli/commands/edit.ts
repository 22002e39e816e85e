import { CredenceError } from "../../memory/errors.ts";
import { says } from "../../memory/text/render-terminal.ts";
import { defineIdCommand } from "../frames/id-command.ts";
import { confirmText } from "../terminal/confirm.ts";
import { sayOutcome, toJson } from "./update.ts";

export const edit = defineIdCommand({
  name: "edit",
  summary: "Change a memory in your editor",
  form: "ID",
  law: "edit",
  async act({ io, call, workspace, target }) {
    if (target.text === null) throw new CredenceError("INVALID_MEMORY", `${target.file.id} is not text`);
    const { beginEdit, sayWhereKept } = await import("../../app/review/edit-text.ts");
    const { updateFromText } = await import("../../app/change/update-memory.ts");
    const draft = beginEdit(target, target.text);
    try {
      io.setEcho?.(true);
      const text = draft.open(io.env);
      if (text.trim() === "") {
        draft.discard();
        throw new CredenceError("DECLINED", "empty text: your edit is discarded");
      }
      const asking = { io, call, workspace, isBrief: true };
      const confirm = confirmText(asking, says`sign exactly this text as yours?`);
      const outcome = await updateFromText(workspace, target, { text, confirm });
      draft.discard();
      return { json: toJson(outcome), says: sayOutcome(outcome) };
    } catch (error) {
      throw sayWhereKept(error, draft);
    }
  },
});
