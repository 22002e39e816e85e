/** What the injection check found in a text, as far as it decides who is shown it and what is said beside it. */
export type Wording = {
  /** Ids of all rules that found something, and of those by which it makes its reader do harm. */
  readonly rules: readonly string[];
  readonly strong: readonly string[];
  /** What kind of wording it is, in the words of the rules; null where nothing was found. */
  readonly what: string | null;
};

/** Said to whoever saved a text with a strong finding, and wherever it is listed. */
export const WITHHELD = "withheld until a person says yes";
