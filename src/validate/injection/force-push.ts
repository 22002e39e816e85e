import { defineRule } from "../rule.ts";

// A note may explain the flag; what it may not do is tell the reader to use it on a shared branch.
const BEFORE =
  "(?<=(?<![a-z])(?:always|please|must|should|run|execute|just|immediately|then|and|you can|silently|now|do)[^a-z0-9]{1,4})";
const FORCE = "(?:--force|-f)(?![a-z-])";
const SHARED = "\\+?(?:main|master|production|release)(?![a-z0-9_/-])";
const REMOTE = "(?: {1,3}[a-z0-9_.][a-z0-9_./-]{0,40})?";

export default defineRule({
  id: "force-push",
  family: "destructive",
  severity: "notice",
  keywords: ["git push", "git  push"],
  anchored: true,
  pattern: new RegExp(
    `${BEFORE}git {1,2}push(?: {1,3}${FORCE}${REMOTE} {1,3}${SHARED}|${REMOTE} {1,3}${SHARED} {1,3}${FORCE})`,
    "g",
  ),
  message: "an instruction to overwrite a shared branch",
  catches: ["always git push --force origin main", "then git push origin master -f"],
  spares: [
    "git push --force-with-lease",
    "$ git push --force origin main",
    "never force-push to main",
    "run git push origin main",
    "git push -f origin my-feature",
  ],
});
