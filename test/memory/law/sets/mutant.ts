// One rule of the law of sets, broken: a place that occurs once in a file of src/memory/law/sets, and what stands there instead.

export type Mutant = {
  /** What is wrong with the law then. */
  readonly rule: string;
  readonly file:
    | "acts"
    | "admit"
    | "ancestry"
    | "in-force"
    | "memories"
    | "next-word"
    | "read-version1"
    | "said"
    | "sets"
    | "view";
  readonly from: string;
  readonly to: string;
};

export const mutantsOf =
  (file: Mutant["file"]) =>
  (rule: string, from: string, to: string): Mutant => ({ rule, file, from, to });
