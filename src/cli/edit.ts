import { CredenceError } from "../memory/errors.ts";
import { confirmText } from "./confirm.ts";
import { defineIdCommand } from "./id-command.ts";
import { renderOutcome, toJson } from "./update.ts";

export const edit = defineIdCommand({
  name: "edit",
  summary: "Change a memory in your editor",
  form: "ID",
  personOnly: true,
  async act({ io, call, workspace, target }) {
    if (target.text === null) throw new CredenceError("INVALID_MEMORY", `${target.file.id} is no text`);
    const { parseMemory } = await import("../memory/parse-memory.ts");
    const { editText } = await import("../app/edit-text.ts");
    const { updateMemory } = await import("../app/update-memory.ts");
    const edited = editText(`${target.file.id}.md`, target.text, io.env);
    const keep = `your text is in ${edited.path}`;
    const parsed = parseMemory(edited.text);
    if (parsed.kind === "broken") {
      throw new CredenceError("INVALID_MEMORY", parsed.problems[0]?.message ?? "the text is no memory", keep);
    }
    const { name, description, category, tags, relatedFiles, body } = parsed.memory;
    try {
      const outcome = await updateMemory(workspace, target, {
        ifDigest: target.digest,
        update: { name, description, category, tags, relatedFiles, body, isWhole: true },
        confirm: confirmText({ io, call, workspace }, "sign exactly this text as yours?"),
      });
      edited.discard();
      return { json: toJson(outcome), text: renderOutcome(outcome) };
    } catch (error) {
      if (error instanceof CredenceError)
        throw new CredenceError(error.code, error.message, `${error.hint}; ${keep}`);
      throw error;
    }
  },
});
