import { defineRule } from "../rule.ts";
import { isVaried } from "./judge/entropy.ts";

const HEAD = "TA4NzE3".repeat(4).slice(0, 23);
const TAIL = "k7-Qx_2Lm9".repeat(3).slice(0, 27);

const DOT = 0x2e;
/** From one of its dots to the other. */
const TIME_CHARS = 7;
const SIGNATURE = /[\w-]{27}/y;

/** Every text has dots; hardly any has two at this distance, followed by so many characters without a gap. */
function hasTime(text: string): boolean {
  for (let at = text.indexOf("."); at !== -1; at = text.indexOf(".", at + 1)) {
    if (text.charCodeAt(at + TIME_CHARS) !== DOT) continue;
    SIGNATURE.lastIndex = at + TIME_CHARS + 1;
    if (SIGNATURE.test(text)) return true;
  }
  return false;
}

/** A bot's number in base64, which begins with M, N or O; its time; its signature. */
export default defineRule({
  id: "discord-token",
  family: "discord",
  severity: "error",
  keywords: ["."],
  isPossible: hasTime,
  pattern: /(?<![A-Za-z0-9.-]_{0,3})[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,38}(?!_{0,3}[A-Za-z0-9-])/g,
  message: "a Discord token",
  accepts: ({ value }) => /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && isVaried(value),
  catches: [`M${HEAD}.GSwJyi.${TAIL}`, `token N${HEAD}.X0abCd.${TAIL}`, `_M${HEAD}.GSwJyi.${TAIL}_`],
  spares: [`P${HEAD}.GSwJyi.${TAIL}`, `M${HEAD}.GSwJ.${TAIL}`, `M${HEAD}.GSwJyi.${TAIL.slice(1)}`],
});
