// What a part of the evidence answers: tables, charts and what was left out. A part measures; it never reads a figure of an
// earlier run, and what it cannot run here it names with the reason.

export type Size = "quick" | "full";

export type Context = {
  readonly size: Size;
  /** Whatever is drawn at random follows from it. */
  readonly seed: number;
  /** A directory of this run alone; it is removed afterwards. */
  readonly scratch: string;
  /** The directory of the built program, made anew for this run. */
  readonly dist: string;
  /** A hub's database of a million memories that `npm run bench:hub -- --store DIRECTORY` filled; null: this run fills one. */
  readonly hubStore: string | null;
  /** Says what is being done, for whoever waits. */
  readonly tell: (line: string) => void;
};

export type Cell = string | number;

export type Table = {
  readonly caption: string;
  /** What prints this table alone. */
  readonly command: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
};

/** Lines over a logarithmic axis in both directions. */
export type LineChart = {
  /** The name of its file: docs/evidence-NAME.svg. */
  readonly name: string;
  readonly caption: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly lines: readonly {
    readonly label: string;
    readonly points: readonly (readonly [x: number, y: number])[];
  }[];
};

export type Skipped = { readonly what: string; readonly why: string };

export type Section = {
  readonly title: string;
  /** Paragraphs of Markdown before the tables: what was done, what the figures mean, what was lost. */
  readonly says: readonly string[];
  readonly tables: readonly Table[];
  readonly charts: readonly LineChart[];
  readonly skipped: readonly Skipped[];
  /** Promises that this run saw broken; one ends the command with 1. */
  readonly broken: readonly string[];
};

export type Part = {
  /** `npm run evidence -- NAME`. */
  readonly name: string;
  readonly run: (context: Context) => Promise<Section>;
};
