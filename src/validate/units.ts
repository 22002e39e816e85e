// The UTF-16 units of a text as numbers. A loop over them is several times faster than one that asks the string for each.

/** Kept for the next text: most are short, and a buffer for each would cost more than reading it. */
const SHARED_UNITS = 1 << 17;
const shared = new Uint16Array(SHARED_UNITS);
/** What a reader may look ahead. */
const ZEROS_BEHIND = 4;

/**
 * The units, and a few zeros behind them. Valid until the next call: whoever reads them calls nothing meanwhile that asks for
 * another text's.
 */
export function readUnits(text: string): Uint16Array {
  const wanted = text.length + ZEROS_BEHIND;
  const units = wanted <= SHARED_UNITS ? shared : new Uint16Array(wanted);
  Buffer.from(units.buffer).write(text, "utf16le");
  return units.fill(0, text.length, wanted);
}
