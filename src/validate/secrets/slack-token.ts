import { defineRule } from "../rule.ts";
import { isVaried } from "./judge/entropy.ts";
import { isElidedAfter, isTokenStandIn } from "./judge/placeholder.ts";

export default defineRule({
  id: "slack-token",
  family: "slack",
  severity: "error",
  keywords: [
    "xoxa-",
    "xoxb-",
    "xoxc-",
    "xoxd-",
    "xoxe-",
    "xoxe.xox",
    "xoxo-",
    "xoxp-",
    "xoxr-",
    "xoxs-",
    "xapp-",
  ],
  anchored: true,
  pattern: /(?<![A-Za-z0-9])(?:xoxe\.)?(?:xox[a-eoprs]|xapp)-(?<secret>[A-Za-z0-9%-]{16,300})/dg,
  message: "a Slack token",
  accepts: ({ value, index, groups, text }) => {
    const body = groups["secret"] ?? "";
    if (
      !/\d{6}|^\d-[A-Za-z0-9]{8}/.test(body) ||
      isTokenStandIn(body) ||
      isElidedAfter(text, index + value.length)
    )
      return false;
    return isVaried(body);
  },
  catches: [
    `xoxb-${"2398475486".repeat(2)}-${"aB3dE6gH9kLm".repeat(2)}`,
    `xapp-1-A0${"B3D6F9H1K".repeat(1)}-${"1234509876".repeat(1)}-${"0f9a4c".repeat(10)}`,
    `xoxe.xoxp-1-${"Mi0yLTQx".repeat(10)}`,
  ],
  spares: [
    "xoxb-xoxb-my-bot-token",
    `xoxb-${"x".repeat(9)}-${"x".repeat(10)}`,
    "xoxb-12345-abcd234",
    "2018-250-xoxo-indieweb-conference-day.jpg",
  ],
});
