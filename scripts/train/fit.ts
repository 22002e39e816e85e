// Logistic regression by stochastic gradient descent with a step size of its own for each slot (AdaGrad), in a fixed
// order: the same rows give the same weights. A long attack is trained on its most suspicious windows, because most of
// the text around a planted sentence is innocent.

import { readConcepts } from "../../src/validate/injection/concepts/read-concepts.ts";
import { SLOTS } from "../../src/validate/injection/model/features.ts";
import { judgeWindows, lengthNorm } from "../../src/validate/injection/model/score.ts";
import { cellsOf, listWindows, type Window } from "../../src/validate/injection/model/windows.ts";
import { listConcepts, listFeatures } from "./list-features.ts";
import type { Row, RowSet } from "./rows.ts";
import { createRandom, shuffle } from "./seeded-random.ts";

/** A row, its windows, and the slots of each. */
export type Sample = {
  readonly row: Row;
  readonly windows: readonly Window[];
  readonly slotsOf: readonly Uint16Array[];
};
export type Model = { readonly weights: Float32Array; readonly bias: number };

const EPOCHS = 8;
/** At these epochs the windows of long attacks are chosen anew, with the model so far. */
const CHOOSING_EPOCHS: readonly number[] = [0, 2, 5];
const RATE = 0.3;
const DECAY = 1e-5;
const SMALLEST_GRADIENT = 1e-3;

/** How much a row counts: attacks of the core are few and wanted most, notes are many and easy. */
const IMPORTANCE: Readonly<Record<RowSet, number>> = {
  core: 2,
  jailbreak: 1,
  benign: 1.5,
  "hard-negative": 0.7,
  notes: 0.3,
  chat: 0.3,
  memories: 0.3,
  ours: 1,
};

export function createSample(row: Row): Sample {
  const { length } = row.text;
  const features = [listFeatures(row.text), listConcepts(readConcepts(row.text), length)];
  const windows = listWindows(length);
  const slotsOf = windows.map((window) => {
    const { from, to } = cellsOf(window, length);
    return Uint16Array.from(
      features.flatMap(({ slots, counts }) => [...slots.subarray(counts[from], counts[to])]),
    );
  });
  return { row, windows, slotsOf };
}

/** Above 0 means flagged. */
export function marginOf({ weights, bias }: Model, { windows, slotsOf }: Sample): number {
  const oddsOf = slotsOf.map((slots) => bias + sumSlots(weights, slots) / lengthNorm(slots.length));
  return judgeWindows(windows, oddsOf).margin;
}

function sumSlots(weights: Float32Array, slots: Uint16Array): number {
  let sum = 0;
  for (let at = 0; at < slots.length; at += 1) sum += weights[slots[at] ?? 0] ?? 0;
  return sum;
}

type Example = { readonly slots: Uint16Array; readonly target: 0 | 1; readonly importance: number };

export function fit(samples: readonly Sample[]): Model {
  const weights = new Float32Array(SLOTS);
  const squares = new Float32Array(SLOTS).fill(1e-3);
  const random = createRandom(12345);
  let bias = 0;
  let biasSquares = 1e-3;
  let examples: Example[] = [];
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    if (CHOOSING_EPOCHS.includes(epoch)) {
      examples = samples.flatMap((sample) => listExamples(sample, epoch === 0 ? null : { weights, bias }));
    }
    shuffle(examples, random);
    for (const { slots, target, importance } of examples) {
      const norm = lengthNorm(slots.length);
      const odds = bias + sumSlots(weights, slots) / norm;
      const gradient = (1 / (1 + Math.exp(-odds)) - target) * importance;
      if (Math.abs(gradient) < SMALLEST_GRADIENT) continue;
      descend({ weights, squares }, slots, gradient / norm);
      biasSquares += gradient * gradient;
      bias -= (RATE * gradient) / Math.sqrt(biasSquares);
    }
  }
  return { weights, bias };
}

function descend(
  { weights, squares }: { weights: Float32Array; squares: Float32Array },
  slots: Uint16Array,
  gradient: number,
): void {
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at] ?? 0;
    const weight = weights[slot] ?? 0;
    const step = gradient + DECAY * weight;
    const square = (squares[slot] ?? 0) + step * step;
    squares[slot] = square;
    weights[slot] = weight - (RATE * step) / Math.sqrt(square);
  }
}

function listExamples({ row, slotsOf }: Sample, model: Model | null): Example[] {
  const importance = IMPORTANCE[row.set];
  if (!row.isAttack) return slotsOf.map((slots) => ({ slots, target: 0, importance }));
  const isLong = row.set === "jailbreak";
  const ranked = model === null ? [...slotsOf] : rankWindows(model, slotsOf);
  const most = model === null ? ranked.length : isLong ? Math.ceil(ranked.length / 2) : 2;
  const kept = ranked.slice(0, Math.max(1, most));
  const share = model === null && isLong && kept.length > 1 ? 2 : 1;
  return kept.map((slots) => ({ slots, target: 1, importance: (importance * share) / kept.length }));
}

function rankWindows({ weights }: Model, slotsOf: readonly Uint16Array[]): Uint16Array[] {
  const weigh = (slots: Uint16Array): number => sumSlots(weights, slots) / lengthNorm(slots.length);
  return [...slotsOf].sort((a, b) => weigh(b) - weigh(a));
}
