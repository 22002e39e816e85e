import type { Handler } from "./hook.ts";
import { openPlace } from "./open-place.ts";

/** The block for a prompt, or nothing. */
export const onPrompt: Handler<"prompt"> = async ({ text, session, prompt }, place) => {
  const { answerPrompt } = await import("../app/recall/answer-prompt.ts");
  const workspace = await openPlace(place);
  try {
    const { contextChars, showsNotices } = place.client;
    const room = { budgetChars: contextChars, isLate: place.isLate, tells: showsNotices };
    const answer = answerPrompt(workspace, { text, session, promptId: prompt }, room);
    return { context: answer.text, notice: answer.lines.map((line) => `credence: ${line}`).join("\n") };
  } finally {
    workspace.close();
  }
};
