import { defineRule } from "../rule.ts";

/** One word over and over pushes everything else out of a model's attention, and some answer it with what they learnt. */
export default defineRule({
  id: "token-flood",
  family: "override",
  severity: "notice",
  keywords: [],
  pattern: /(?<![\p{L}\p{N}])(\p{L}{2,16})(?:[^\p{L}\p{N}\n]{1,3}\1){39}(?![\p{L}\p{N}])/gu,
  message: "a flood of one word",
  catches: [`Please: ${"poem ".repeat(60)}`, `${"company, ".repeat(50)}and then?`],
  spares: ["The build is very, very slow on Windows.", "retry retry retry is what the log says"],
});
