// A regular expression of another program, held against a short text. Only plain ones are tried: the guard must end in
// time whatever it is given, and of any other expression it is not known what it matches.

const SOURCE_CHARS_MAX = 200;
/** More of either, one behind the other, and the ways to match a text grow beyond counting. */
const REPEATS_MAX = 2;
const CHOICES_MAX = 1;

/** Does it match? null where that is not known. */
export function matchRegex(source: string, text: string, flags: "" | "i"): boolean | null {
  if (!isPlain(source)) return null;
  try {
    return new RegExp(source, flags).test(text);
  } catch {
    // Not an expression as we read them.
    return null;
  }
}

/** Nothing repeated that is repeated inside, no reference back, no named class. */
function isPlain(source: string): boolean {
  if (source.length > SOURCE_CHARS_MAX || /\)[*+?{]|\\\d|\[:|\(\?(?!:)/.test(source)) return false;
  const signs = source.replaceAll("(?:", "");
  return countOf(signs, /[*+?{]/) <= REPEATS_MAX && countOf(signs, /\(/) <= CHOICES_MAX;
}

function countOf(text: string, sign: RegExp): number {
  return text.split(sign).length - 1;
}

/** The syntax that `find -regex` has unless told otherwise: groups and choices are escaped, and the whole path counts. */
export function translateEmacs(source: string): string {
  const swapped = source.replaceAll(/\\?[()|{}]/g, (sign) =>
    sign.length === 1 ? `\\${sign}` : sign.slice(1),
  );
  return `^(?:${swapped})$`;
}
