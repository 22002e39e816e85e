// All that was measured, for whoever describes it.

import type { Skipped } from "../section.ts";
import type { Answers, Question } from "./clients.ts";
import type { Mark } from "./marks.ts";
import type { Seen } from "./measure.ts";
import type { Listed, Poisonable } from "./project.ts";
import type { HonestState, Lesser, Served } from "./systems.ts";

export type System = Lesser | "all of it";

export type Measured = {
  readonly honest: readonly (HonestState & { readonly listed: Listed })[];
  /** Honest ones that the command did not take. */
  readonly refused: Poisonable["refused"];
  readonly seen: readonly Seen[];
  /** Under which mark each system shows a plant, by its id. */
  readonly marks: ReadonlyMap<System, ReadonlyMap<string, Mark>>;
  readonly clean: ReadonlyMap<System, Served>;
  /** With all plants in the store. */
  readonly poisoned: ReadonlyMap<System, Served>;
  readonly colleague: Colleague;
  readonly clients: readonly Answers[];
  readonly questions: readonly Question[];
  /** How an honest question to the hub was answered, where there is one. */
  readonly hubTask: Mark | null;
  readonly skipped: readonly Skipped[];
};

export type Colleague = { readonly sent: number; readonly waiting: number };
