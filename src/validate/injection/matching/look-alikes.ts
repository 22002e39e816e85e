// Letters of other alphabets that a reader takes for Latin ones. They are folded only inside a word that also holds
// Latin letters: Russian and Greek words stay what they are, "ignоrе" with two Cyrillic letters becomes "ignore".

const CYRILLIC = "аaвbеeёeѕsіiїiјjкkмmнhоoрpсcтtуyхxԁdԛqԝwһhӏlгrпnиuѵvьb";
const GREEK = "αaβbγyεeηnιiκkνvοoρpσoτtυuχxωwμuϲcϳj";
const ARMENIAN = "օoոnսuհhցgզqյjտs";
const CHEROKEE = "ᎪaᎬeᎻhᏆiᎫjᏦkᏞlᎷmᏢpᎡrᏚsᎢtᏙvᎳwᏃzᏟcᎠdᏀgᏴb";

/** Lower-case letter → the Latin letter it is taken for. */
export const LOOK_ALIKES: ReadonlyMap<string, string> = readPairs(CYRILLIC + GREEK + ARMENIAN + CHEROKEE);

// Latin letters without a decomposition: a reader sees the plain letter, and so do people who type without accents.
const PLAIN_LETTERS =
  "øołlđdħhıiŋnŧtƀbƒfɡgɑaɩiɪiʟlɴnʀrʏyɢgʙbʜhᴀaᴄcᴅdᴇeꜰfᴊjᴋkᴍmᴏoᴘpꜱsᴛtᴜuᴠvᴡwᴢzɛeɔoʋvƙkƥpɓbɗdƭt";
const PLAIN_PUNCTUATION = "‘'’'‚'‛'“\"”\"„\"‟\"«\"»\"‹'›'′'‐-‑-‒-–-—-―-−-·.•.∙.‧.⁄/∕/∶:";
const PLAIN_PAIRS: readonly (readonly [string, string])[] = [
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ð", "d"],
  ["þ", "th"],
];

/** Lower-case character → what stands for it in the copy, in every context. */
export const PLAIN: ReadonlyMap<string, string> = new Map([
  ...readPairs(PLAIN_LETTERS),
  ...readPairs(PLAIN_PUNCTUATION),
  ...PLAIN_PAIRS,
]);

function readPairs(pairs: string): Map<string, string> {
  const characters = Array.from(pairs);
  const map = new Map<string, string>();
  for (let at = 0; at + 1 < characters.length; at += 2) {
    map.set(characters[at] ?? "", characters[at + 1] ?? "");
  }
  return map;
}
