import { defineRule } from "../rule.ts";
import { isOpaque } from "./judge/opaque.ts";
import { isTokenStandIn } from "./judge/placeholder.ts";

const UUID = "0f9a4c21-77b3-4d5e-8a61-3c2b9d0e4f17";

/** The path is the password: knowing the address is enough to post. */
export default defineRule({
  id: "webhook-url",
  family: "webhook",
  severity: "error",
  keywords: [
    "hooks.slack.com",
    "webhook.office.com",
    "discord.com/api/webhooks",
    "discordapp.com/api/webhooks",
    "hooks.zapier.com",
    "hook",
    "/private",
    "/secret",
    "/invite",
    "/magic",
  ],
  anchored: true,
  pattern:
    /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secretOfSlack>[A-Z][\w/-]{30,120})|webhook\.office\.com\/webhookb2\/(?<secretOfTeams>[\w@/-]{60,250})|discord(?:app)?\.com\/api\/webhooks\/(?<secretOfDiscord>\d{15,22}\/[\w-]{40,90})|hooks\.zapier\.com\/hooks\/catch\/(?<secretOfZapier>\d{4,12}\/\w{5,12})|(?:hook|\/(?:private|secret|invite|magic))[\w.-]{0,60}?(?:\/[\w.~-]{1,60}?){0,4}[/-](?<secret>(?:[\w-]{6,60}\/)?[\w-]{20,120})(?![\w-])/dg,
  message: "a webhook URL, which is a credential by itself",
  accepts: ({ groups, text, index }) => {
    const { secret: random } = groups;
    if (random !== undefined) return isCapability(random) && isInUrl(text, index);
    const path = Object.values(groups).find((group) => group !== undefined) ?? "";
    return (
      !isTokenStandIn(path) && path.split(/[/@]/).some((part) => isOpaque(part, 6) || /\d{4}/.test(part))
    );
  },
  catches: [
    `https://hooks.slack.com/services/T0${"A1B2C3"}/B0${"D4E5F6"}/${"aB3dE6gH".repeat(3)}`,
    `https://acme.webhook.office.com/webhookb2/${UUID}@${UUID}/IncomingWebhook/${"0f9a4c21".repeat(4)}/${UUID}`,
    `https://chat-hooks.acme.dev/in/${"48219035"}/${"aB3dE6gH".repeat(3)}`,
    `https://cal.acme.dev/ical/ops/private-${"3f9a21c4".repeat(4)}/basic.ics`,
    `https://discord.com/api/webhooks/${"123456789".repeat(2)}/${"aB3-dE6_gH".repeat(6)}`,
  ],
  spares: [
    `https://hooks.slack.com/services/T${"X".repeat(8)}/B${"X".repeat(8)}/${"X".repeat(24)}`,
    "https://hooks.slack.com/services/YOUR/WEBHOOK/URL",
    "https://discord.com/api/webhooks/<id>/<token>",
    "https://git.acme.dev/hooks/src/commit/3f9a21c4 and the rest",
    "https://acme.dev/docs/hooks/use-layout-effect-and-friends",
  ],
});

/** True when the last part of the path cannot be guessed. */
function isCapability(path: string): boolean {
  const part = path.slice(path.lastIndexOf("/") + 1);
  return !isTokenStandIn(path) && !/[-_]{2}|^[a-z-]+$/.test(part) && isOpaque(part, 20);
}

function isInUrl(text: string, index: number): boolean {
  return /https?:\/\/[^\s"'<>]{0,200}$/i.test(text.slice(Math.max(0, index - 200), index));
}
