import { defineRule } from "../rule.ts";

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";

/** Whole octets only: neither 110.1.2.3 nor the four parts of a version are addresses of a private network. */
export default defineRule({
  id: "private-address",
  family: "personal",
  severity: "notice",
  keywords: ["10.", "172.", "192.168."],
  anchored: true,
  pattern: new RegExp(
    `(?<![\\w.-])(?:10\\.${OCTET}|172\\.(?:1[6-9]|2\\d|3[01])|192\\.168)\\.${OCTET}\\.${OCTET}(?![\\w-]|\\.\\w)`,
    "g",
  ),
  message: "a private network address",
  accepts: ({ text, index }) =>
    !/version|release|\bv(?:er)?\.? ?$/i.test(text.slice(Math.max(0, index - 12), index)),
  catches: ["ssh 10.4.2.1", "host: 192.168.178.20:8080", "172.16.0.9/12"],
  spares: [
    "110.1.2.3",
    "v10.4.2.1",
    "version 10.4.2.1",
    "172.32.0.1",
    "10.4.2.1.5",
    "192.168.1",
    "10.4.2.256",
  ],
});
