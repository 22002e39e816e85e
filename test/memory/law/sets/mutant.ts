// One rule of the law of sets, broken: a place that occurs once in a file of the law, and what stands there instead.

export type Mutant = {
  /** What is wrong with the law then. */
  readonly rule: string;
  readonly file:
    | "admit"
    | "bounds"
    | "enforced"
    | "in-force"
    | "kinds"
    | "memories"
    | "next-word"
    | "sets"
    | "statement"
    | "taken-by-others"
    | "view";
  readonly from: string;
  readonly to: string;
};

export const mutantsOf =
  (file: Mutant["file"]) =>
  (rule: string, from: string, to: string): Mutant => ({ rule, file, from, to });

/** From the root of the project. */
export function pathOf({ file }: Pick<Mutant, "file">): string {
  const isOfSets = file !== "kinds" && file !== "statement";
  return `src/memory/law/${isOfSets ? "sets/" : ""}${file}.ts`;
}
