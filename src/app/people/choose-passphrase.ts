// A new passphrase, typed twice at the terminal. Weak ones are refused with the reason; none at all is a choice, made with a
// word: Enter is what a hurried hand types, and what a script sends. A recovery code comes with it, shown at the terminal
// itself and kept nowhere: standard error may lead into a file. Fails closed.

import { hostname, userInfo } from "node:os";
import { CredenceError } from "../../memory/errors.ts";
import { type Shown, says } from "../../memory/text/render-terminal.ts";
import type { KeySeal } from "../../trust/key-file.ts";
import {
  makeRecoveryCode,
  PASSPHRASE_CHARS_MIN,
  readRecoveryCode,
  refusePassphrase,
} from "../../trust/passphrase.ts";

export type { KeySeal };

/** Asks at the terminal itself, never on standard input. */
export type AskSecret = (question: Shown) => Promise<string>;

const NONE = "none";
const DIFFER = says`The two differ. `;
const TRIES = 3;
/** Whoever is refused so often is no person, or should think about it. */
const REFUSALS_MAX = 10;

/** What will open the key; null where the person wants no passphrase. */
export async function chooseSeal(ask: AskSecret, intro: Shown): Promise<KeySeal> {
  const passphrase = await choosePassphrase(ask, intro);
  if (passphrase === null) return null;
  const shown = makeRecoveryCode();
  await askAtTerminal(
    ask,
    says`A recovery code, in case you forget it. Write it down: it is shown only now.\n\n    ${shown}\n\nEnter when it is on paper: `,
  );
  return { passphrase, recoveryCode: readRecoveryCode(shown) };
}

async function choosePassphrase(ask: AskSecret, intro: Shown): Promise<string | null> {
  const question = says`Choose a passphrase of at least ${PASSPHRASE_CHARS_MIN} characters\n(or type ${NONE}: any program you run could then use the key): `;
  let before = intro;
  for (let [differed, refused] = [0, 0]; differed < TRIES && refused < REFUSALS_MAX; ) {
    const first = await askAtTerminal(ask, says`${[before, question]}`);
    const why = first === NONE ? null : refuseChoice(first);
    if (why !== null) {
      refused += 1;
      before = says`${why}.\n`;
      continue;
    }
    if (first === (await askAtTerminal(ask, says`once more: `))) return first === NONE ? null : first;
    differed += 1;
    before = DIFFER;
  }
  const why = before === DIFFER ? "the two passphrases differ" : "no passphrase was chosen";
  throw new NotUnlocked("NEEDS_PERSON", why, "run the command again");
}

function refuseChoice(typed: string): string | null {
  if (typed === "") return "Nothing was typed";
  const why = refuseGuessable(typed);
  return why === null ? null : `Not this one: ${why}`;
}

/** What is wrong with it as a passphrase of this user on this machine, or null. */
export function refuseGuessable(passphrase: string): string | null {
  const names = [userInfo().username, hostname(), ...hostname().split(/[.-]/), "credence", "claude", "codex"];
  return refusePassphrase(passphrase, names);
}

/** Somebody answered, and no answer opened or made the key. */
export class NotUnlocked extends CredenceError {}

export async function askAtTerminal(ask: AskSecret, question: Shown): Promise<string> {
  try {
    return await ask(question);
  } catch (error) {
    // Interrupted, or a terminal that is not one: either way nobody gave an answer.
    const why = error instanceof Error ? error.message : String(error);
    throw new CredenceError("NEEDS_PERSON", `no passphrase was typed (${why})`, "nothing was changed");
  }
}
