import { defineRule } from "../rule.ts";
import { isVaried } from "./judge/entropy.ts";

export default defineRule({
  id: "azure-sas",
  family: "azure",
  severity: "error",
  keywords: ["?sig=", "&sig=", ";sig="],
  anchored: true,
  pattern: /[?&;]sig=(?<secret>[A-Za-z0-9%+/]{40,100}(?:=|%3D))/dgi,
  message: "an Azure shared access signature",
  accepts: ({ groups }) => isVaried(groups["secret"] ?? ""),
  catches: [`https://x.blob.core.windows.net/c?sv=2022-11-02&sig=${"hT4%2BkQ9aZ".repeat(4)}%3D`],
  spares: ["?sv=2022-11-02&sig=<signature>", `?sig=${"x".repeat(43)}%3D`],
});
