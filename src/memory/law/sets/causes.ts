// What the law of sets calls a cause, in the words of the table of causes: for whoever has sets and no files.

import type { Cause } from "../causes.ts";
import type { SetFile } from "./view.ts";

export const CAUSES_OF_SETS: Readonly<Record<SetFile["cause"], Cause>> = {
  ...{ approved: "approved", contested: "contested", held: "held", lowered: "lowered", retired: "retired" },
  ...{ "unknown-signer": "unknown-signer" },
  ...{ written: "written", waits: "beside", fails: "broken", "hand-edited": "changed-since-written" },
  ...{ copied: "forgotten", "words-forgotten": "forgotten" },
};
