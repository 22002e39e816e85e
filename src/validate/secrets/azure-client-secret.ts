import { defineRule } from "../rule.ts";
import { isVaried } from "./judge/entropy.ts";
import { isTokenStandIn } from "./judge/placeholder.ts";

const BODY = "aZ3.kW7_pR1-".repeat(3).slice(0, 34);

export default defineRule({
  id: "azure-client-secret",
  family: "azure",
  severity: "error",
  keywords: ["q~"],
  pattern: /(?<![\w.~-])[\w.~-]{3}\dQ~[\w.~-]{31,34}(?![\w.~-])/g,
  message: "an Azure client secret",
  accepts: ({ value }) => isVaried(value.slice(6)) && !isTokenStandIn(value),
  catches: [`client_secret=xY18Q~${BODY}`, `xY17Q~${BODY.slice(0, 31)}`],
  spares: [`bP88Q~${"x".repeat(34)}`, "~".repeat(43), `longer-xY18Q~${BODY}${BODY}`],
});
