// A half-merged file has two texts at once. All three markers must be there, in order, because a memory about merging may
// well contain a single one.

import { defineStructureRule } from "./rule.ts";

const MARKERS = [/^<{7}(?: |$)/, /^={7}$/, /^>{7}(?: |$)/];

export default defineStructureRule({
  id: "conflict-markers",
  level: "struct",
  check: ({ text }) => {
    if (!text.includes("<<<<<<<")) return [];
    let next = 0;
    let first = 0;
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (MARKERS[next]?.test(line) !== true) continue;
      if (next === 0) first = index + 1;
      next += 1;
      if (next === MARKERS.length) return [{ line: first, message: "unresolved merge conflict markers" }];
    }
    return [];
  },
});
