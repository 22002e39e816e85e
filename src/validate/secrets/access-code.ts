import { defineRule } from "../rule.ts";
import { shapeOf } from "./judge/shape.ts";

const PIN = ["48", "2917"].join("");
const WORDS = ["falcon", "maple", "harbor", "comet"].join("-");

/** "PIN: …", "Passphrase: …": digits and plain words, which only their name makes a secret. */
export default defineRule({
  id: "access-code",
  family: "prose",
  severity: "error",
  keywords: ["pin", "puk", "passphrase", "passcode", "door code", "access code", "alarm code", "unlock code"],
  anchored: true,
  pattern:
    /(?<![\w-])(?:pin|puk|passphrase|passcode|(?:door|access|alarm|unlock) code)(?![\w-])\*{0,2}(?: {0,2}[:=→]| is| ist| est| es)\*{0,2} {1,2}["'`]?(?<secret>\d{4,10}#?|(?=[0-9a-z]{0,5}\d)[0-9a-z]{4,6}(?:-[0-9a-z]{4,6}){1,3}|(?:[a-z]{4} ){3}[a-z]{4}|[a-z]{3,12}(?:-[a-z]{3,12}){2,11}|[a-z]{8,40})(?![\w-])/dgi,
  message: "a PIN, a code or a passphrase",
  accepts: ({ groups }) => {
    const { secret = "" } = groups;
    return (
      shapeOf(secret) !== null &&
      !/^(?:19|20)\d\d$/.test(secret) &&
      !"01234567890".includes(secret) &&
      new Set(secret).size > 2
    );
  },
  catches: [`PIN: ${PIN}`, `The door code is ${PIN}`, `**Passphrase:** ${WORDS}`],
  spares: ["pin: 1234", "the pin is stored in the vault", "PIN: 0000", "passphrase: your-own-words-here"],
});
