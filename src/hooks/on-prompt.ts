import type { HookAnswer, PromptSubmit } from "../agents/hook-event.ts";
import type { AnswerRoom } from "../app/recall/answer-prompt.ts";
import type { Handler, HookPlace } from "./hook.ts";
import { openPlace } from "./open-place.ts";

/** The block for a prompt, or nothing. */
export const onPrompt: Handler<"prompt"> = (event, place) => answerWith(event, place, {});

/** What need not be shown in full again, and what is due of the start. */
export type EarlierRoom = Pick<AnswerRoom, "openEarlier" | "giveStart">;

export async function answerWith(
  { text, session, prompt }: PromptSubmit,
  place: HookPlace,
  earlier: EarlierRoom,
): Promise<HookAnswer> {
  const { answerPrompt } = await import("../app/recall/answer-prompt.ts");
  const workspace = await openPlace(place);
  try {
    const { contextChars, showsNotices } = place.client;
    const room = { budgetChars: contextChars, isLate: place.isLate, tells: showsNotices, ...earlier };
    const answer = await answerPrompt(workspace, { text, session, promptId: prompt }, room);
    return { context: answer.text, notice: answer.lines.map((line) => `credence: ${line}`).join("\n") };
  } finally {
    workspace.close();
  }
}
