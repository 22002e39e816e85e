// Two texts, line by line: what stayed, what went, what came. A person signs what this shows, so it leaves nothing out: the
// lines that stayed and went are the one text, those that stayed and came the other.

export type DiffLine = { readonly kind: "same" | "removed" | "added"; readonly line: string };

/** Texts further apart than this are shown as one replaced by the other: finding the least change grows with its square. */
const EDITS_MAX = 600;

export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return [
    ...mark("same", old.slice(0, head)),
    ...diffMiddle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...mark("same", old.slice(old.length - tail)),
  ];
}

function mark(kind: DiffLine["kind"], lines: readonly string[]): DiffLine[] {
  return lines.map((line) => ({ kind, line }));
}

function diffMiddle(old: readonly string[], now: readonly string[]): DiffLine[] {
  const rounds = findShortest(old, now);
  return rounds === null ? [...mark("removed", old), ...mark("added", now)] : walkBack(old, now, rounds);
}

/** How far each diagonal of the grid of both texts was reached before the round of that number of edits. */
type Reached = ReadonlyMap<number, number>;

/** Myers' greedy search. @returns null when it would take more edits than the limit. */
function findShortest(old: readonly string[], now: readonly string[]): Reached[] | null {
  const rounds: Reached[] = [];
  let reached: Reached = new Map([[1, 0]]);
  for (let edits = 0; edits <= EDITS_MAX; edits += 1) {
    rounds.push(reached);
    const next = new Map<number, number>();
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const from = comeFrom(reached, diagonal, edits);
      let x = from.x + (from.diagonal < diagonal ? 1 : 0);
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x += 1;
      next.set(diagonal, x);
      if (x >= old.length && x - diagonal >= now.length) return rounds;
    }
    reached = next;
  }
  return null;
}

/** From the diagonal below by a line that went, or from the one above by a line that came: whichever got further. */
function comeFrom(
  reached: Reached,
  diagonal: number,
  edits: number,
): { readonly x: number; readonly diagonal: number } {
  const [below, above] = [reached.get(diagonal - 1) ?? -1, reached.get(diagonal + 1) ?? -1];
  const isAdded = diagonal === -edits || (diagonal !== edits && below < above);
  return isAdded ? { x: above, diagonal: diagonal + 1 } : { x: below, diagonal: diagonal - 1 };
}

function walkBack(old: readonly string[], now: readonly string[], rounds: readonly Reached[]): DiffLine[] {
  const backwards: DiffLine[] = [];
  let [x, y] = [old.length, now.length];
  for (const [edits, reached] of [...rounds.entries()].reverse()) {
    const from = comeFrom(reached, x - y, edits);
    const fromY = from.x - from.diagonal;
    while (x > from.x && y > fromY) {
      x -= 1;
      y -= 1;
      backwards.push({ kind: "same", line: old[x] ?? "" });
    }
    if (edits === 0) break;
    backwards.push(
      from.diagonal > x - y
        ? { kind: "added", line: now[fromY] ?? "" }
        : { kind: "removed", line: old[from.x] ?? "" },
    );
    [x, y] = [from.x, fromY];
  }
  return backwards.reverse();
}
