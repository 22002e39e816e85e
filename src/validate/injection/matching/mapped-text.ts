// A copy of a text that remembers where each of its characters came from. Every step of the normalisation is a list of
// edits on the step before; the map back is the composition, found by binary search over the edits.

import { lastNotAbove } from "../../position.ts";
import { readUnits } from "../../units.ts";

export type MappedText = {
  readonly text: string;
  /** The offset in the original of the character at this offset of the copy; the end maps to the end. */
  readonly originalOffset: (offset: number) => number;
  /** The same in the copy that this one was made of. */
  readonly sourceOffset: (offset: number) => number;
};

export type Edits = {
  /** Edits come in ascending order and do not overlap. One of equal length maps character by character. */
  readonly replace: (start: number, end: number, replacement: string) => void;
  /** The edited copy; the very same object when nothing was edited. */
  readonly finish: () => MappedText;
};

export function unmapped(text: string): MappedText {
  return { text, originalOffset: (offset) => offset, sourceOffset: (offset) => offset };
}

export function startEdits(source: MappedText): Edits {
  const { text } = source;
  const parts: string[] = [];
  const map = startMap(text.length);
  let length = 0;
  let copied = 0;

  return {
    replace(start, end, replacement) {
      if (start > copied) {
        parts.push(text.slice(copied, start));
        length += start - copied;
      }
      map.replace(length, { start, end, length: replacement.length });
      parts.push(replacement);
      length += replacement.length;
      copied = end;
    },
    finish() {
      if (copied === 0) return source;
      parts.push(text.slice(copied));
      return map.finish(parts.join(""), source);
    },
  };
}

type OffsetMap = {
  /** What replaces a stretch of the source begins here in the copy, and is so long. */
  readonly replace: (copyStart: number, edit: { start: number; end: number; length: number }) => void;
  readonly finish: (copy: string, source: MappedText) => MappedText;
};

function startMap(sourceLength: number): OffsetMap {
  // Breakpoint k: from copy offset `copyAt[k]` on, the source offset runs along from `sourceAt[k]`, never past
  // `sourceMax[k]`, so that all characters of a longer replacement stay within what they replace.
  const copyAt: number[] = [0];
  const sourceAt: number[] = [0];
  const sourceMax: number[] = [sourceLength];

  function breakpoint(at: number, from: number, max: number): void {
    const last = copyAt.length - 1;
    if (copyAt[last] === at) {
      sourceAt[last] = from;
      sourceMax[last] = max;
      return;
    }
    copyAt.push(at);
    sourceAt.push(from);
    sourceMax.push(max);
  }

  return {
    replace(copyStart, { start, end, length }) {
      // A shift-free edit needs no breakpoint: what was true before it stays true after it.
      if (length === end - start) return;
      if (length > 0) breakpoint(copyStart, start, end - 1);
      breakpoint(copyStart + length, end, sourceLength);
    },
    finish: (copy, source) => {
      const sourceOffset = (offset: number): number => {
        const at = lastNotAbove(copyAt, offset);
        const reached = (sourceAt[at] ?? 0) + offset - (copyAt[at] ?? 0);
        return Math.min(reached, sourceMax[at] ?? reached);
      };
      return {
        text: copy,
        originalOffset: (offset) => source.originalOffset(sourceOffset(offset)),
        sourceOffset,
      };
    },
  };
}

/**
 * Edits that never make a text longer, for steps that read every character: the reader writes what stays as it goes along,
 * character `at` to `out[at - shift]`. Many times faster than a string for each stretch.
 */
export type Rewrite = {
  readonly units: Uint16Array;
  readonly out: Uint16Array;
  /** How many characters fewer the copy has so far. */
  shift: number;
  /** All before `start` has been written. */
  readonly replace: (start: number, end: number, replacement: string) => void;
  readonly finish: () => MappedText;
};

const SHARED_UNITS = 1 << 17;
let shared = new Uint16Array(0);

/** Only one at a time: the units and the room for the copy are used again. */
export function startRewrite(source: MappedText): Rewrite {
  const { length } = source.text;
  if (shared.length === 0) shared = new Uint16Array(SHARED_UNITS);
  const out = length <= SHARED_UNITS ? shared : new Uint16Array(length);
  const map = startMap(length);
  const rewrite: Rewrite = {
    units: readUnits(source.text),
    out,
    shift: 0,
    replace(start, end, replacement) {
      const at = start - rewrite.shift;
      const { length: chars } = replacement;
      if (chars !== end - start) map.replace(at, { start, end, length: chars });
      for (let index = 0; index < chars; index += 1) out[at + index] = replacement.charCodeAt(index);
      rewrite.shift += end - start - chars;
    },
    finish: () => map.finish(decodeUnits(out, length - rewrite.shift), source),
  };
  return rewrite;
}

function decodeUnits(units: Uint16Array, length: number): string {
  return Buffer.from(units.buffer, units.byteOffset, 2 * length).toString("utf16le");
}
