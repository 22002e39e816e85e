import { capture } from "./capture.ts";
import { type Handler, NO_ANSWER } from "./hook.ts";

/** The prompt is captured while nobody waits. */
export const onPromptAside: Handler<"prompt"> = async (event, place) => {
  await capture(event, place);
  return NO_ANSWER;
};
