/** What to do where a setting keeps memories from being recalled, or sessions from being captured. Apart from the other remedies,
 * because a recall has no time to load those. */
export const SILENCE_REMEDIES = {
  silenced: "remove that from the file to undo it",
  "recall-off": "credence config set retrieval.enabled true",
  "recall-zero": "credence config set retrieval.max_inject 5",
} as const;
