import { capture } from "./capture.ts";
import type { Handler } from "./hook.ts";
import { onPrompt } from "./on-prompt.ts";

/** For a client that has one process for both: the block, and then the prompt is captured. */
export const onWholePrompt: Handler<"prompt"> = async (event, place) => {
  try {
    return await onPrompt(event, place);
  } finally {
    await capture(event, place);
  }
};
