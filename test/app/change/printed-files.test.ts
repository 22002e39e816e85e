// Whatever is done to a memory of a shared root, its file says what its statements say and nothing else changes in it; and the file of
// a memory that nobody acted on stays byte for byte as git has it.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { rewriteFrontmatter } from "../../../src/memory/file/write-frontmatter.ts";
import { marksInUse } from "../../../src/memory/law/sets/marks.ts";
import { placeFile } from "../../../src/memory/law/sets/standing-of-file.ts";
import { demote, look, raise, setStatus, update } from "../../fixture/act-on.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";
import type { Owner } from "../../temp-dir.ts";

const ID = "project_deploy_on_fridays";
const OTHER = "project_other";
const BODIES = ["Deployments happen on Tuesdays.", "Deployments happen on Thursdays."];

type Step = { readonly act: (typeof ACTS)[number]; readonly person: boolean; readonly pick: number };

const ACTS = [
  ...(["retire", "unretire", "archive", "unarchive"] as const),
  ...(["promote", "reaffirm", "restore", "demote", "update"] as const),
] as const;

async function play(project: OpenProject, { act, person, pick }: Step, day: number): Promise<void> {
  // Observed for long enough each time.
  const now = new Date(Date.UTC(2026, 5, 1 + 10 * day, 12)).toISOString().replace(".000", "");
  const setting = { person, now };
  switch (act) {
    case "promote":
    case "reaffirm":
    case "restore":
      await raise(project, [act, ID], { now });
      return;
    case "demote":
      await demote(project, ID, setting);
      return;
    case "update":
      await update(project, [ID, { body: BODIES[pick % 2] ?? "" }], setting);
      return;
    default:
      await setStatus(project, [act, ID], { ...setting, reason: "done" });
  }
}

/** As a teammate's hand wrote it: keys in another order, and one of their own. */
function shuffle(project: OpenProject): string {
  const path = join(project.root, "memories", `${OTHER}.md`);
  const [, head = "", body = ""] = /^---\n([\s\S]*?)---\n([\s\S]*)$/.exec(readFileSync(path, "utf8")) ?? [];
  const text = `---\nx-team:   'yes'\n${head.split("\n").filter(Boolean).reverse().join("\n")}\n---\n${body}`;
  writeFileSync(path, text);
  return text;
}

async function check(owner: Owner, steps: readonly Step[]): Promise<number> {
  const project = openProject(owner);
  await project.save();
  await project.save({ name: "Other", body: "The review of a change waits for its tests." });
  const others = shuffle(project);
  let done = 0;
  for (const [day, step] of steps.entries()) {
    // An act that the rules refuse changes nothing.
    done += await play(project, step, day).then(
      () => 1,
      () => 0,
    );
    const { input, text, file } = await look(project, ID);
    const placed = placeFile(input) ?? assert.fail("of no memory");
    const said = [...input.remembered, ...input.attestations];
    assert.equal(rewriteFrontmatter(text ?? "", marksInUse(placed.memory, said)), text, step.act);
    const isOut = placed.memory.standing === "quarantined";
    assert.equal(file.directory, isOut ? "quarantine" : "memories", step.act);
    assert.equal(readFileSync(join(project.root, "memories", `${OTHER}.md`), "utf8"), others);
  }
  return done;
}

const RUNS = Math.ceil(Number(process.env["CREDENCE_TEST_RUNS"] ?? 300) / 30);

test("each file of a shared root says what its statements say, and one that nobody acted on stays as it is", async (t) => {
  const step = fc.record({ act: fc.constantFrom(...ACTS), person: fc.boolean(), pick: fc.nat(1) });
  let done = 0;
  const law = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
    done += await check(t, steps);
  });
  await fc.assert(law, { numRuns: RUNS, seed: 20_260_501 });
  assert.ok(done > 2 * RUNS, `${done} acts were done`);
});
