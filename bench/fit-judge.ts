// Fits the weights of recall's judge, to see how they do on sets that took no part: logistic regression over what speaks for
// and against a memory. Of several scopes and several memories the best counts, so fitting and choosing take turns.

/** One prompt: with the memory that should be shown, or with all that should not. */
export type JudgedPrompt = {
  readonly isRight: boolean;
  /** Prompts of one kind count together. */
  readonly kind: string;
  readonly weight: number;
  /** A row of evidence for each memory and scope. */
  readonly rows: readonly (readonly number[])[];
};

export type Weights = readonly number[];

/** What the judge would say: of the best memory in its best scope. */
export function judgePrompt({ rows }: Pick<JudgedPrompt, "rows">, weights: Weights): number {
  return rows.reduce((best, row) => Math.max(best, multiply(row, weights)), Number.NEGATIVE_INFINITY);
}

const TURNS = 6;
const STEPS = 25;

/** Both sides count half. `silentShare`: of the prompts that need nothing, so many get nothing. */
export function fitJudge(prompts: readonly JudgedPrompt[], start: Weights, silentShare: number): Weights {
  const counted = weighPrompts(prompts.filter(({ rows }) => rows.length > 0));
  const scales = start.map((_, at) => Math.max(1e-9, ...counted.map(({ prompt }) => largest(prompt, at))));
  let weights = start;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const samples = counted.map(({ prompt, weight }) => ({
      row: bestRow(prompt, weights).map((each, at) => each / (scales[at] ?? 1)),
      isRight: prompt.isRight,
      weight,
    }));
    const scaled = fitLogistic(
      samples,
      weights.map((each, at) => each * (scales[at] ?? 1)),
    );
    weights = scaled.map((each, at) => each / (scales[at] ?? 1));
  }
  const wrong = prompts.filter(({ isRight, kind }) => !isRight && !kind.startsWith("small"));
  const values = wrong.map((prompt) => judgePrompt(prompt, weights)).sort((a, b) => a - b);
  const threshold = values[Math.floor(values.length * silentShare)] ?? 0;
  return weights.map((each, at) => (at === 0 ? each - threshold : each));
}

type Counted = { readonly prompt: JudgedPrompt; readonly weight: number };

function weighPrompts(prompts: readonly JudgedPrompt[]): Counted[] {
  const sizes = new Map<string, number>();
  for (const { kind } of prompts) sizes.set(kind, (sizes.get(kind) ?? 0) + 1);
  const raw = prompts.map((prompt) => ({
    prompt,
    weight: prompt.weight / Math.sqrt(sizes.get(prompt.kind) ?? 1),
  }));
  const sum = (isRight: boolean): number =>
    raw.filter(({ prompt }) => prompt.isRight === isRight).reduce((all, { weight }) => all + weight, 0);
  const sums = { right: sum(true), wrong: sum(false) };
  return raw.map(({ prompt, weight }) => ({
    prompt,
    weight: (0.5 * raw.length * weight) / (prompt.isRight ? sums.right : sums.wrong),
  }));
}

function largest({ rows }: JudgedPrompt, at: number): number {
  return rows.reduce((most, row) => Math.max(most, Math.abs(row[at] ?? 0)), 0);
}

function bestRow({ rows }: JudgedPrompt, weights: Weights): readonly number[] {
  return rows.reduce((best, row) => (multiply(row, weights) > multiply(best, weights) ? row : best));
}

function multiply(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

type Sample = { readonly row: readonly number[]; readonly isRight: boolean; readonly weight: number };

const RIDGE = 1e-3;
const STEP_MAX = 3;

/** Newton's method. */
function fitLogistic(samples: readonly Sample[], start: Weights): number[] {
  let weights = [...start];
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = weights.map((each) => RIDGE * each);
    const curve = weights.map((_, at) => weights.map((__, other) => (at === other ? RIDGE : 0)));
    for (const { row, isRight, weight } of samples) {
      const chance = 1 / (1 + Math.exp(-multiply(row, weights)));
      const pull = weight * (chance - Number(isRight));
      const bend = weight * chance * (1 - chance);
      addOuter({ row, pull, bend }, gradient, curve);
    }
    const change = solve(curve, gradient);
    const most = Math.max(...change.map(Math.abs));
    weights = weights.map((each, at) => each - (change[at] ?? 0) * Math.min(1, STEP_MAX / most));
    if (most < 1e-5) break;
  }
  return weights;
}

type Slope = { readonly row: readonly number[]; readonly pull: number; readonly bend: number };

function addOuter({ row, pull, bend }: Slope, gradient: number[], curve: number[][]): void {
  for (let at = 0; at < row.length; at += 1) {
    const each = row[at] ?? 0;
    if (each === 0) continue;
    gradient[at] = (gradient[at] ?? 0) + pull * each;
    const line = curve[at] ?? [];
    for (let other = 0; other < row.length; other += 1)
      line[other] = (line[other] ?? 0) + bend * each * (row[other] ?? 0);
  }
}

/** By elimination; the matrix is symmetric and has a ridge, so no line has to be exchanged. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const lines = matrix.map((line, at) => [...line, right[at] ?? 0]);
  for (const [at, pivot] of lines.entries()) {
    for (const line of lines.slice(at + 1)) {
      const times = (line[at] ?? 0) / (pivot[at] ?? 1);
      for (let column = at; column < line.length; column += 1)
        line[column] = (line[column] ?? 0) - times * (pivot[column] ?? 0);
    }
  }
  const found = right.map(() => 0);
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at] ?? [];
    const known = found.reduce((sum, each, other) => (other > at ? sum + each * (line[other] ?? 0) : sum), 0);
    found[at] = ((line[right.length] ?? 0) - known) / (line[at] ?? 1);
  }
  return found;
}
