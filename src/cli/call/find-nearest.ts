// "Did you mean …?": the closest word, if it is close enough to be a slip of the finger.

const DISTANCE_MAX = 2;

export function findNearest(word: string, words: readonly string[]): string | null {
  let nearest: string | null = null;
  let best = DISTANCE_MAX + 1;
  for (const candidate of words) {
    const distance = editDistance(word, candidate);
    if (distance < best && distance < candidate.length) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Two neighbours in each other's place are one slip. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > DISTANCE_MAX) return DISTANCE_MAX + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : substituted;
      next.push(Math.min(substituted, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? DISTANCE_MAX + 1;
}
