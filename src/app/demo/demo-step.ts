export type DemoStep = {
  readonly title: string;
  readonly story: string;
  /** What became of it, and the file it touched. */
  readonly outcome: string;
  readonly mood: "good" | "odd" | "bad";
  readonly file: string | null;
};
