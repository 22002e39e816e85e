// The UTF-16 units of a text as numbers. A loop over them is several times faster than one that reads each from the string.

/** Reused for the next text, because most texts are short, and a new buffer would cost more than reading the text. */
const SHARED_UNITS = 1 << 17;
const shared = new Uint16Array(SHARED_UNITS);
/** The number of zeros after the text, into which a reader may look ahead. */
const ZEROS_BEHIND = 4;

/** The units, followed by a few zeros. Valid until the next call, so a reader must not call anything that reads the units
 * of another text. */
export function readUnits(text: string): Uint16Array {
  const wanted = text.length + ZEROS_BEHIND;
  const units = wanted <= SHARED_UNITS ? shared : new Uint16Array(wanted);
  Buffer.from(units.buffer).write(text, "utf16le");
  return units.fill(0, text.length, wanted);
}
