import { defineRule } from "../rule.ts";
import { isVaried } from "./judge/entropy.ts";
import { isTokenStandIn } from "./judge/placeholder.ts";

const BODY = `AA${"H3k-Qx7_Lm9".repeat(3)}`;

export default defineRule({
  id: "telegram-token",
  family: "telegram",
  severity: "error",
  keywords: [":aa"],
  pattern: /(?:(?<![A-Za-z0-9-]_{0,3})|(?<=\/bot))\d{7,12}:AA[\w-]{32,34}(?!_{0,3}[A-Za-z0-9-])/g,
  message: "a Telegram bot token",
  accepts: ({ value }) => isVaried(value.slice(value.indexOf(":"))) && !isTokenStandIn(value),
  catches: [
    `110201543:${BODY}`,
    `__110201543:${BODY}__`,
    `https://api.telegram.org/bot7213808860:${BODY}/getMe`,
  ],
  spares: [`arn:aws:sns:x:111122223333:${"a".repeat(35)}`, `110201543:AA${"x".repeat(33)}`, "12:AAHd"],
});
