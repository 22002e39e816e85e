import { defineRule } from "../rule.ts";
import { isVaried } from "./judge/entropy.ts";

export default defineRule({
  id: "azure-storage-key",
  family: "azure",
  severity: "error",
  keywords: ["accountkey", "sharedaccesskey"],
  anchored: true,
  pattern:
    /(?:AccountKey|SharedAccessKey)["']?\s{0,3}[=:]\s{0,3}["']?(?<secret>[A-Za-z0-9+/]{42,86}={0,2})/dgi,
  message: "an Azure storage or service bus key",
  accepts: ({ groups }) => isVaried(groups["secret"] ?? ""),
  catches: [
    `AccountName=x;AccountKey=${"hT4/".repeat(11)}${"kQ9+".repeat(10)}AA==;`,
    `SharedAccessKey=${"hT4/kQ9+aZ".repeat(4)}abc=`,
  ],
  spares: [`AccountKey=${"x".repeat(86)}==`, "AccountKey=<your account key>"],
});
