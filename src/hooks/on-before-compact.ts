import { type Handler, NO_ANSWER } from "./hook.ts";
import { startDueDrain } from "./start-due-drain.ts";

/** What was captured is read before the conversation is gone. */
export const onBeforeCompact: Handler<"before-compact"> = async (_event, place) => {
  await startDueDrain(place, "before-compact");
  return NO_ANSWER;
};
