// Rules that became stricter: what a person approved under 0.1.0 and the rules of today fail is taken out of use, said with its
// number and its finding, and brought back in one step.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test as tryOut } from "node:test";
import { IS_DEEP } from "../deep.ts";
import { type OldHome, oldHome, save, standingsBy, startSession } from "./old-home.ts";

const ID = "project_keller";
/** 0.1.0 did not know the word. */
const SECRET = "So9x".repeat(4);

// The deep run alone has the processes for it.
const test = IS_DEEP ? tryOut : () => undefined;
const project = IS_DEEP ? await oldHome({ after }) : ({} as OldHome);
if (IS_DEEP)
  save(project, "0.1.0", [ID, `Das Testsystem steht im Keller.\nKennwort: ${SECRET}`, "--as-test-person"]);

test("an upgrade judges what was approved again, and names what fails with its finding, not the secret", () => {
  assert.equal(standingsBy(project, "0.1.0")[ID], "verified");
  const said = project.done("new", "upgrade", "--yes");
  assert.match(said, / ! 1 approved memory fails the stricter rules of this version: credence review/);
  assert.match(said, /project_keller: SECRET-DETECTED: password-prose on line \d+\n/);
  assert.ok(!said.includes(SECRET));
  assert.deepEqual(standingsBy(project, "new"), {
    ...{ project_kiwi: "verified", project_emu: "inferred", project_dodo: "quarantined" },
    [ID]: "quarantined",
  });
});

test("the first session says how many, once, and review lists the memory with the finding", () => {
  const said = /1 approved memory fails the stricter rules of Credence 0\.2\.0: credence review/;
  assert.match(startSession(project, "first"), said);
  assert.doesNotMatch(startSession(project, "second"), said);
  const listed = project.done("new", "review", "--json");
  assert.match(listed, /project_keller[\s\S]*SECRET-DETECTED: password-prose on line/);
  assert.ok(!listed.includes(SECRET));
});

test("restoring says how, and does it in one step with the finding wrapped: a person's text, and a model sees the mark alone", () => {
  const refused = project.run("new", "approve", ID, "--restore", "--as-test-person");
  assert.equal(refused.exit, 2);
  assert.match(
    refused.stderr,
    /hint: .*if it is no secret, credence approve project_keller --restore --redact brings it back/,
  );
  project.done("new", "approve", ID, "--restore", "--redact", "--as-test-person");
  assert.equal(standingsBy(project, "new")[ID], "verified");
  const text = readFileSync(join(project.root, `memories/${ID}.md`), "utf8");
  assert.match(text, new RegExp(`\nKennwort: <redacted>${SECRET}</redacted>\n`));
  const recalled = project.done("new", "recall", "--prompt", "wo steht das Testsystem im Keller?");
  assert.match(recalled, /Kennwort: \[redacted\]/);
  assert.ok(!recalled.includes(SECRET));
  // Nor has the rule a word about it from now on.
  const audit = JSON.parse(project.run("new", "audit", "--dry-run", "--json").stdout);
  assert.deepEqual([audit.ruleSet, audit.failures], [2, []]);
});
