import type { HookAnswer, PromptSubmit } from "../agents/hook-event.ts";
import type { AnswerRoom } from "../app/recall/answer-prompt.ts";
import type { Handler, HookPlace } from "./hook.ts";
import { openPlace } from "./open-place.ts";

/** The block for a prompt, or nothing. */
export const onPrompt: Handler<"prompt"> = (event, place) => answerWith(event, place, {});

/** What need not be shown in full again, and what is owed. */
export type EarlierRoom = Pick<AnswerRoom, "openEarlier" | "payOwed">;

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
    if (answer.isLate && session !== null) place.answering.afterwards.push(() => lookLater(place));
    return { context: answer.text, notice: answer.lines.map((line) => `credence: ${line}`).join("\n") };
  } finally {
    workspace.close();
  }
}

/** In a process that nobody waits for, which is given the prompt as it came: no word of it is kept here. */
async function lookLater(place: HookPlace): Promise<void> {
  const { startAside } = await import("../app/recall/start-aside.ts");
  const { node, script, state, cache, cwd, claude, shellEnv: env, client, came } = place;
  const words = ["hook", client.name, came.event, "--only", "late"];
  const more = claude === null ? [] : ["--claude", claude];
  await startAside({ node, script, state, cache, cwd, env, input: came.input }, [...words, ...more]);
}
