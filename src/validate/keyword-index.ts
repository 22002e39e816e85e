// One pass over a text finds several hundred keywords in it. Asking `includes` for each of them would read the text
// several hundred times; here three characters at a time select the few keywords worth comparing.

/** Small enough to stay in the processor's nearest cache. */
const TABLE_SIZE = 1 << 13;

/** Called at each occurrence, in order; false means that further ones of this keyword need not be reported. */
export type OnKeyword = (keyword: number, at: number) => boolean;

export type KeywordIndex = {
  /** Reports keywords by their number in the list the index was made of. */
  readonly visit: (lower: string, onKeyword: OnKeyword) => void;
};

export function createKeywordIndex(keywords: readonly string[]): KeywordIndex {
  // Slot 0 of `buckets` is the empty one, so that a table of zeros means "no keyword begins here".
  const buckets: number[][] = [[]];
  const bucketOfSlot = new Uint16Array(TABLE_SIZE);
  const short: number[] = [];
  for (const [index, keyword] of keywords.entries()) {
    if (keyword.length < 3) {
      short.push(index);
      continue;
    }
    const slot = slotOf(keyword.charCodeAt(0), keyword.charCodeAt(1), keyword.charCodeAt(2));
    if (bucketOfSlot[slot] === 0) bucketOfSlot[slot] = buckets.push([]) - 1;
    buckets[bucketOfSlot[slot] ?? 0]?.push(index);
  }
  return {
    visit: (lower, onKeyword) => {
      for (const index of short) visitShort(lower, { index, keyword: keywords[index] ?? "" }, onKeyword);
      visitLong(lower, { keywords, buckets, bucketOfSlot }, onKeyword);
    },
  };
}

function visitShort(
  lower: string,
  { index, keyword }: { index: number; keyword: string },
  onKeyword: OnKeyword,
): void {
  for (let at = lower.indexOf(keyword); at !== -1; at = lower.indexOf(keyword, at + 1)) {
    if (!onKeyword(index, at)) return;
  }
}

type Table = {
  readonly keywords: readonly string[];
  readonly buckets: readonly (readonly number[])[];
  readonly bucketOfSlot: Uint16Array;
};

function visitLong(lower: string, { keywords, buckets, bucketOfSlot }: Table, onKeyword: OnKeyword): void {
  const finished = new Uint8Array(keywords.length);
  let first = lower.charCodeAt(0);
  let second = lower.charCodeAt(1);
  for (let end = 2; end < lower.length; end += 1) {
    const third = lower.charCodeAt(end);
    const bucket = bucketOfSlot[slotOf(first, second, third)] ?? 0;
    first = second;
    second = third;
    if (bucket === 0) continue;
    for (const index of buckets[bucket] ?? []) {
      if (finished[index] === 1 || !standsAt(lower, keywords[index] ?? "", end - 2)) continue;
      if (!onKeyword(index, end - 2)) finished[index] = 1;
    }
  }
}

/** `startsWith` without the call, which would cost more than the comparison: most fail at the first character. */
function standsAt(lower: string, keyword: string, at: number): boolean {
  for (let index = 0; index < keyword.length; index += 1) {
    if (lower.charCodeAt(at + index) !== keyword.charCodeAt(index)) return false;
  }
  return true;
}

/** Collisions cost a comparison, never an answer. */
function slotOf(first: number, second: number, third: number): number {
  return (first * 961 + second * 31 + third) & (TABLE_SIZE - 1);
}
