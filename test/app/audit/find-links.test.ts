import assert from "node:assert/strict";
import { test } from "node:test";
import { findLinks } from "../../../src/app/audit/survey.ts";
import { assertLinear } from "../../memory/text/assert-linear.ts";

const LINKS: Readonly<Record<string, readonly string[]>> = {
  "see project_other.md": ["project_other"],
  "see [[reference_wiki]] and [[feedback_tone]]": ["reference_wiki", "feedback_tone"],
  "[text](../memories/user_habits.md)": ["user_habits"],
  "`.claude/memory/memories/project_other.md`": ["project_other"],
  "quarantine/project_other.md, quarantine/project_other.md": ["project_other"],
  "docs/project_plan.md is a file of the project": [],
  "the user_id and project_id columns": [],
  "project_self.md is this one": [],
  "project_other.mdx, myproject_other.md, Project_Other.md": [],
  "[[project_other]": [],
  "[[project-other]] [[other]] [[]]": [],
};

for (const [body, ids] of Object.entries(LINKS)) {
  test(`"${body}" links to ${ids.length === 0 ? "no memory" : ids.join(", ")}`, () => {
    assert.deepEqual(findLinks(body, "project_self"), ids);
  });
}

test("links are looked for in time that grows with the text", () => {
  for (const piece of ["[[", "project_", "memories/", "project_a", "../", "user_x.m"]) {
    assertLinear(
      (chars) => piece.repeat(Math.ceil(chars / piece.length)),
      (text) => findLinks(text, "x"),
    );
  }
});
