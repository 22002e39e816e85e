// A copy of a text that remembers where each of its characters came from. Every step of the normalisation is a list of
// edits on the step before; the map back is the composition, found by binary search over the edits.

export type MappedText = {
  readonly text: string;
  /** The offset in the original of the character at this offset of the copy; the end maps to the end. */
  readonly originalOffset: (offset: number) => number;
};

export type Edits = {
  /** Edits come in ascending order and do not overlap. One of equal length maps character by character. */
  readonly replace: (start: number, end: number, replacement: string) => void;
  /** The edited copy; the very same object when nothing was edited. */
  readonly finish: () => MappedText;
};

export function unmapped(text: string): MappedText {
  return { text, originalOffset: (offset) => offset };
}

export function startEdits(source: MappedText): Edits {
  const { text } = source;
  const parts: string[] = [];
  // Breakpoint k: from copy offset `copyAt[k]` on, the source offset runs along from `sourceAt[k]`, never past
  // `sourceMax[k]`, so that all characters of a longer replacement stay within what they replace.
  const copyAt: number[] = [0];
  const sourceAt: number[] = [0];
  const sourceMax: number[] = [text.length];
  let length = 0;
  let copied = 0;

  function breakpoint(from: number, max: number): void {
    const last = copyAt.length - 1;
    if (copyAt[last] === length) {
      sourceAt[last] = from;
      sourceMax[last] = max;
      return;
    }
    copyAt.push(length);
    sourceAt.push(from);
    sourceMax.push(max);
  }

  return {
    replace(start, end, replacement) {
      if (start > copied) {
        parts.push(text.slice(copied, start));
        length += start - copied;
      }
      if (replacement.length > 0) {
        // A shift-free edit needs no breakpoint: what was true before it stays true after it.
        if (replacement.length !== end - start) breakpoint(start, end - 1);
        parts.push(replacement);
        length += replacement.length;
      }
      if (replacement.length !== end - start) breakpoint(end, text.length);
      copied = end;
    },
    finish() {
      if (copied === 0) return source;
      parts.push(text.slice(copied));
      const back = (offset: number): number => {
        const at = lastNotAbove(copyAt, offset);
        const sourceOffset = (sourceAt[at] ?? 0) + offset - (copyAt[at] ?? 0);
        return source.originalOffset(Math.min(sourceOffset, sourceMax[at] ?? sourceOffset));
      };
      return { text: parts.join(""), originalOffset: back };
    },
  };
}

function lastNotAbove(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
