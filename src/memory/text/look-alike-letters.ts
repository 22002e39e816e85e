// Letters of other alphabets that a reader takes for Latin ones.

const CYRILLIC = "аaвbеeёeѕsіiїiјjкkмmнhоoрpсcтtуyхxԁdԛqԝwһhӏlгrпnиuѵvьb";
const GREEK = "αaβbγyεeηnιiκkνvοoρpσoτtυuχxωwμuϲcϳj";
const ARMENIAN = "օoոnսuհhցgզqյjտs";
const CHEROKEE = "ᎪaᎬeᎻhᏆiᎫjᏦkᏞlᎷmᏢpᎡrᏚsᎢtᏙvᎳwᏃzᏟcᎠdᏀgᏴb";

/** Lower-case letter of another alphabet → the Latin letter it is taken for. */
export const LOOK_ALIKES: ReadonlyMap<string, string> = readPairs(CYRILLIC + GREEK + ARMENIAN + CHEROKEE);

export function readPairs(pairs: string): Map<string, string> {
  const characters = Array.from(pairs);
  const map = new Map<string, string>();
  for (let at = 0; at + 1 < characters.length; at += 2) {
    map.set(characters[at] ?? "", characters[at + 1] ?? "");
  }
  return map;
}
