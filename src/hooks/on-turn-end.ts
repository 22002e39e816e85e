import { capture } from "./capture.ts";
import { type Handler, NO_ANSWER } from "./hook.ts";
import { startDueDrain } from "./start-due-drain.ts";

/** Never a word: context at the end of a turn would keep it from ending. */
export const onTurnEnd: Handler<"turn-end"> = async (event, place) => {
  await capture(event, place);
  await startDueDrain(place, "turn-end");
  return NO_ANSWER;
};
