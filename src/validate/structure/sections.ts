// The sections that a reader needs to judge a memory: the reason with the rule, the context with the decision. A section is
// a heading, or its name with a colon, bold or not, at the beginning of a line or of a sentence.

import type { Category, MemoryType } from "../../memory/memory.ts";
import { defineStructureRule } from "./rule.ts";

const OF_TYPE: Readonly<Partial<Record<MemoryType, readonly string[]>>> = {
  feedback: ["Why", "How to apply"],
  project: ["Why", "How to apply"],
};

const OF_CATEGORY: Readonly<Record<Category, readonly string[]>> = {
  decision: ["Context", "Decision", "Rationale"],
  constraint: ["Rule", "Impact"],
  preference: ["Value", "Reason"],
  runbook: ["Trigger", "Steps", "Verification"],
  tech_debt: ["Description", "Reason deferred"],
  session_summary: ["Goal", "Outcome", "Next actions"],
};

export default defineStructureRule({
  id: "section-absent",
  level: "warn",
  check: ({ parsed }) => {
    if (parsed.kind === "broken") return [];
    const { type, category, body } = parsed.memory;
    const wanted = [...(OF_TYPE[type] ?? []), ...(category === null ? [] : OF_CATEGORY[category])];
    // `We tag from main. Why: the hook reads it.` has a reason, too.
    const present = new Set(body.split(/\n|[.;!?)] /).map(sectionName));
    return wanted
      .filter((section) => !present.has(section.toLowerCase()))
      .map((section) => ({
        line: parsed.frontmatter.bodyLine,
        message: `section \`${section}:\` is missing`,
      }));
  },
});

/** `**Why:** because`, `Why: because`, `- __Why__: because` and `## Why` are all the section `why`. Each step reads the
 * line once, because a backtracking pattern would hang on a long line of spaces. */
function sectionName(line: string): string {
  const text = line.replace(/^[\s>*_-]{0,20}/, "").replace(/[*_]/g, "");
  const hashes = /^#{1,6}(?=\s)/.exec(text)?.[0].length ?? 0;
  const end = text.slice(hashes).search(/[:#]/);
  if (hashes === 0 && text[end] !== ":") return "";
  const name = end === -1 ? text.slice(hashes) : text.slice(hashes, hashes + end);
  return name.trim().toLowerCase();
}
