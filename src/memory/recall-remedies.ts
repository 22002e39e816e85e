// Remedies that a recall names: apart from the others, because a recall has no time to load those.

/** What to do where a setting keeps memories from being recalled, or sessions from being captured. */
export const SILENCE_REMEDIES = {
  silenced: "remove that from the file to undo it",
  "recall-off": "credence config set retrieval.enabled true",
  "recall-zero": "credence config set retrieval.max_inject 5",
} as const;

/** Where a merge left two texts in one file. */
export const MERGE_REMEDY = "credence review asks which text holds; then commit it";
