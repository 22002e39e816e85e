import { defineRule } from "../rule.ts";

const WORDS = ["cactus", "ladder", "velvet", "orbit", "walnut", "fossil"];
const PHRASE = [...WORDS, ...WORDS].join(" ");

const NAME =
  "seed(?: phrase| words?)?|mnemonic(?: phrase| words?| code)?|(?:secret )?recovery (?:phrase|words?|seed)|(?:secret|backup|wallet) (?:phrase|words?)";
const GAP = "(?:[ \\t]{0,4}\\r?\\n){0,3}[ \\t>*+-]{0,8}(?:\\d{1,2}[.)][ \\t]{1,3})?";
/** The words of wallets have three to eight letters. */
const WORD = "[a-z]{3,8}";
const BETWEEN = "(?:,? {1,3}|,?[ \\t]{0,3}\\r?\\n[ \\t>]{0,8}(?:[*+-] )?)(?:\\d{1,2}[.)]?[ \\t]{1,3})?";
/** The most frequent words of sentences, which wallets do not use. */
const OF_SENTENCES =
  /\b(?:the|and|for|with|from|are|was|were|has|have|not|but|into|when|which|should|its|our|their|been|use|used|using|every|each|must|also|may|does|more|than|these|those|what|how|why|who|his|her|may|might|would)\b/;

/** The twelve to twenty-four words of a wallet. */
export default defineRule({
  id: "seed-phrase",
  family: "wallet",
  severity: "error",
  keywords: [
    "seed",
    "mnemonic",
    "recovery phrase",
    "recovery word",
    "recovery seed",
    "secret recovery",
    "secret phrase",
    "secret word",
    "backup phrase",
    "backup word",
    "wallet phrase",
    "wallet word",
  ],
  anchored: true,
  pattern: new RegExp(
    `(?<![\\w-])(?:${NAME})(?![\\w-])\\*{0,2}(?:[^\\n:]{0,60}(?=[:\\n]))?\\*{0,2}(?:[:=]| is| are)?\\*{0,2} {0,3}["'\`]{0,3}${GAP}(?:\`{3}\\w{0,10}\\r?\\n)?["'\`]?(?<secret>${WORD}(?:${BETWEEN}${WORD}){11,23})(?![\\w-])`,
    "dgi",
  ),
  message: "the words of a wallet",
  accepts: ({ groups }) => {
    const { secret = "" } = groups;
    return !/[A-Z]/.test(secret) && !OF_SENTENCES.test(secret);
  },
  catches: [
    `seed phrase: ${PHRASE}`,
    `The mnemonic of the hot wallet is:\n\n${PHRASE}`,
    `## Recovery phrase\n\n\`\`\`\n${PHRASE}\n\`\`\``,
    `Seed words:\n${[...WORDS, ...WORDS].map((word, at) => `${at + 1}. ${word}`).join("\n")}`,
  ],
  spares: [
    "seed: the database with users, orders and products for every test that needs them",
    "Seed phrase: twelve words that are shown once and should never leave your wallet",
    "mnemonic: every good boy does fine helps people read notes quickly while learning music for years",
    "seed the random generator",
  ],
});
