// Whether a passphrase may seal a key. Attack: whoever copies the sealed key guesses at leisure, and guesses first what people
// choose: common words, names, keyboard rows, sequences, years, and the same again. Such a piece, however long, is worth as
// much as two characters here.

import { createHash, randomBytes } from "node:crypto";

export const PASSPHRASE_CHARS_MIN = 12;
/** What is left once every piece that is guessed first counts for two. */
const WORTH_MIN = 7;
/** The rest adds nothing to the judgement. */
const CHARS_JUDGED_MAX = 64;

type Piece = { readonly chars: number; readonly worth: number; readonly what: string | null };

/** Why it is refused, or null. `names` are what an attacker knows: of the user, the machine and the product. */
export function refusePassphrase(passphrase: string, names: readonly string[]): string | null {
  if (Array.from(passphrase).length < PASSPHRASE_CHARS_MIN) {
    return `it has fewer than ${PASSPHRASE_CHARS_MIN} characters`;
  }
  const text = compact(passphrase).slice(0, CHARS_JUDGED_MAX);
  const known = new Set(names.map(compact).filter((name) => name.length >= 3));
  const { worth, whats } = cheapest(text, known);
  if (worth >= WORTH_MIN) return null;
  return `it is easy to guess: ${whats.length === 0 ? "too few letters" : whats.join(", ")}`;
}

/** Spaces and marks between words keep nobody out. */
function compact(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s._,;:/+-]/g, "");
}

/** The way to read it that is worth least: that is how it is guessed. */
function cheapest(text: string, names: ReadonlySet<string>): { worth: number; whats: string[] } {
  const best: { worth: number; whats: string[] }[] = [{ worth: 0, whats: [] }];
  for (let end = 1; end <= text.length; end += 1) best.push({ worth: Number.POSITIVE_INFINITY, whats: [] });
  for (let start = 0; start < text.length; start += 1) {
    const before = best[start];
    if (before === undefined) break;
    for (const { chars, worth, what } of piecesAt(text, start, names)) {
      const end = start + chars;
      if (before.worth + worth >= (best[end]?.worth ?? 0)) continue;
      const whats = what === null ? before.whats : [...new Set([...before.whats, what])];
      best[end] = { worth: before.worth + worth, whats };
    }
  }
  return best[text.length] ?? { worth: 0, whats: [] };
}

function piecesAt(text: string, start: number, names: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [{ chars: 1, worth: 1, what: null }];
  for (let end = start + 3; end <= text.length; end += 1) {
    const part = text.slice(start, end);
    const what = nameOf(part, names);
    if (what !== null) pieces.push({ chars: part.length, worth: 2, what });
    if (text.slice(0, start).includes(part))
      pieces.push({ chars: part.length, worth: 1, what: "repetition" });
  }
  return pieces;
}

function nameOf(part: string, names: ReadonlySet<string>): string | null {
  const spelled = [part, ...LEET.map((pairs) => plain(part, pairs))];
  if (spelled.some((word) => names.has(word))) return "the name of the user, the machine or the product";
  if (spelled.some((word) => COMMON_WORDS.has(word))) return "common words";
  if (new Set(part).size === 1) return "repetition";
  if (ROWS.some((row) => row.includes(part))) return "a row of the keyboard";
  if (isSequence(part)) return "a sequence";
  return /^(?:19|20)\d\d$/.test(part) ? "a year" : null;
}

/** 1 is written for i and for l. */
const LEET: readonly (readonly [string, string])[] = [
  ["01345789@$!|", "oieastbgasil"],
  ["01345789@$!|", "oleastbgasil"],
];

function plain(part: string, [signs, letters]: readonly [string, string]): string {
  return Array.from(part, (char) => letters[signs.indexOf(char)] ?? char).join("");
}

const KEYBOARDS = [
  "1234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "yxcvbnm",
  "azertyuiop",
  "qsdfghjklm",
  "wxcvbn",
  "!@#$%^&*()",
  '!"§$%&/()=',
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
];
const ROWS = KEYBOARDS.flatMap((row) => [row, Array.from(row).reverse().join("")]);

/** One step up or down from each character to the next. */
function isSequence(part: string): boolean {
  const step = part.charCodeAt(1) - part.charCodeAt(0);
  if (Math.abs(step) !== 1) return false;
  for (let at = 2; at < part.length; at += 1) {
    if (part.charCodeAt(at) - part.charCodeAt(at - 1) !== step) return false;
  }
  return true;
}

// Words that people choose passwords from, most chosen first in each group. Passphrases made of few of them are guessed first.

const CHOSEN = `password passwort passwd passphrase passcode pass pwd secret secrets admin administrator root toor login logon
welcome letmein iloveyou ilove iloveu loveyou lovely love lover forever monkey dragon master shadow sunshine princess football
baseball basketball soccer hockey superman batman spiderman ironman starwars startrek pokemon pikachu minecraft fortnite
roblox trustno1 hello helloworld hellothere whatever freedom michael jordan jordan23 charlie donald access mustang cheese
computer internet network server service system security changeme changeit default guest user username account test testing
tester demo temp temporary sample example please enter open opensesame sesame god jesus christ jesuschrist heaven angel angels
devil killer hunter ranger soldier warrior ninja samurai pirate wizard magic matrix phoenix falcon eagle eagles tiger tigers
lion panther cougar wolf wolves bear bears dog doggy puppy cat kitty kitten bunny rabbit turtle dolphin chicken butterfly
spider scorpion snake rainbow unicorn flower flowers rose blossom summer winter spring autumn sommer herbst january february
march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
morning evening midnight london paris berlin madrid moscow newyork chicago boston dallas texas florida california america
american canada england france germany deutschland india china japan russia brazil mexico australia`;

const NAMES = `michelle jessica ashley jennifer amanda nicole daniel matthew joshua andrew anthony robert thomas william david
james john joseph richard george christopher christian jonathan nicholas alexander alexandra benjamin samuel samantha
elizabeth victoria stephanie melissa rebecca rachel hannah sarah emily laura maria marie anna andrea patricia barbara linda
susan karen nancy sandra charlotte sophie sophia isabella olivia emma lucas martin peter patrick kevin brian steven justin
brandon tyler austin dylan ryan jason eric mark paul adam alex max sam ben tom tim jack harry oliver jake luke maggie molly
bailey buster pepper ginger cookie chocolate vanilla banana orange apple cherry strawberry peanut butter coffee`;

const MORE = `money success winner winning champion lucky happy smile family friend friends bestfriend babygirl babyboy baby
daddy mommy mother father brother sister sweet sweetheart honey darling sexy beautiful handsome crazy blink182 metallica
nirvana slipknot eminem beatles guitar music dance dancer gamer gaming player playboy xbox playstation nintendo yankees
lakers cowboys steelers packers redsox liverpool arsenal chelsea barcelona realmadrid manchester united juventus ferrari
porsche mercedes corvette camaro harley yamaha honda toyota google facebook instagram twitter youtube amazon microsoft
windows linux ubuntu debian apple iphone samsung android github gitlab docker kubernetes postgres mysql oracle database
python javascript hacker hacking hack1ng leet elite cyber crypto bitcoin ethereum diamond silver golden gold purple yellow
green black white blue red orange pink thunder lightning storm hurricane blizzard fire water earth wind ocean mountain
river forest island beach sunset moon moonlight star stars galaxy universe space rocket cosmos planet super mega ultra
power strong number one two three four five six seven eight nine ten zero hundred thousand million correcthorsebatterystaple
thequickbrownfox quickbrownfox tobeornottobe loremipsum maytheforcebewithyou openthedoor iamroot nopassword mypassword
yourpassword newpassword oldpassword thepassword mysecret topsecret supersecret verysecret letmeinnow whocares fuckyou fuck
shit asshole bitch biteme qazwsx qazwsxedc zaqwsx 1q2w3e 1q2w3e4r 1q2w3e4r5t q1w2e3r4 zaq12wsx qweasd qweasdzxc asdzxc
p4ssw0rd pa55w0rd p455w0rd p@ssw0rd passw0rd contraseña contrasena senha motdepasse azertyuiop haslo heslo parola wachtwoord
hallo bonjour hola ciao amor teamo bella schatz ficken arschloch soleil doudou marseille`;

const COMMON_WORDS: ReadonlySet<string> = new Set(`${CHOSEN} ${NAMES} ${MORE}`.split(/\s+/));

// The recovery code of a person key: 128 random bits on paper, for the day on which the passphrase is forgotten. Its last two
// characters check the others, so that a slip of the pen is told from a wrong code.

/** Without I, L, O and U: nothing that is mistaken for a digit, and no words. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_BYTES = 16;
/** 128 bits and two spare ones. */
const CODE_CHARS = 26;
const CHECK_CHARS = 2;
const GROUP = 4;

/** As it is written down: `7KQM-…`, seven groups of four. */
export function makeRecoveryCode(): string {
  const code = encode(randomBytes(CODE_BYTES));
  const all = code + checkOf(code);
  return Array.from({ length: all.length / GROUP }, (_, at) => all.slice(at * GROUP, (at + 1) * GROUP)).join(
    "-",
  );
}

/** What opens the sealed copy, however the code was typed; null where a character is wrong or missing. */
export function readRecoveryCode(typed: string): string | null {
  const plain = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  const code = plain.slice(0, CODE_CHARS);
  const isWhole =
    plain.length === CODE_CHARS + CHECK_CHARS && [...plain].every((char) => ALPHABET.includes(char));
  return isWhole && plain.slice(CODE_CHARS) === checkOf(code) ? code : null;
}

function encode(bytes: Uint8Array): string {
  let bits = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  let text = "";
  while (text.length < CODE_CHARS) {
    text = (ALPHABET[Number(bits & 31n)] ?? "") + text;
    bits >>= 5n;
  }
  return text;
}

function checkOf(code: string): string {
  const [first = 0, second = 0] = createHash("sha256").update(`credence recovery code ${code}`).digest();
  return `${ALPHABET[first & 31]}${ALPHABET[second & 31]}`;
}
