// Texts that a trusted signer vouched for, written past every sanitizer of ours into real files: no field of theirs breaks
// the block that recall prints, whatever it holds.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { loadMemory } from "../../src/app/memories/load-memory.ts";
import { recallAtStart } from "../../src/app/recall/recall-at-start.ts";
import { recallMemories } from "../../src/app/recall/recall-memories.ts";
import { openWorkspace, rootOf } from "../../src/app/workspace/workspace.ts";
import { parseConfig } from "../../src/memory/config/parse-config.ts";
import { renderInstant } from "../../src/memory/instant.ts";
import { appendSetting, type SettingEntry } from "../../src/store/settings-log.ts";
import { openProject } from "../fixture/open-project.ts";
import { parseBlock } from "../fixture/parse-block.ts";
import { signUnjudged } from "../fixture/sign-unjudged.ts";
import { hostileText, NEVER_SHOWN, TWO_SELECTORS } from "../memory/text/hostile-text.ts";

const project = openProject({ after });
const PROMPT = "what does the wombat eat at night";
const RUNS = { numRuns: Math.min(1_000, Number(process.env["CREDENCE_TEST_RUNS"] ?? 150)), seed: 20_260_501 };

/** Mostly what a memory may hold at all: no controls, no half characters. */
function mostlyValid(text: fc.Arbitrary<string>, gone: RegExp): fc.Arbitrary<string> {
  const valid = text.map((each) => each.toWellFormed().replaceAll(gone, ""));
  return fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: text });
}
const line = mostlyValid(hostileText, /[\p{Cc}\p{Zl}\p{Zp}]/gu);
const lines = mostlyValid(hostileText, /(?!\n)\p{Cc}/gu);

const memory = fc.record({
  name: line.map((text) => text.slice(0, 60)),
  description: line.map((text) => text.slice(0, 100)),
  tags: fc.array(
    line.map((text) => `t${text.slice(0, 20).toLowerCase()}`),
    { maxLength: 3 },
  ),
  category: fc.constantFrom("decision", "runbook", null),
  reason: line.map((text) => text.slice(0, 100)),
  before: lines,
  behind: lines,
});
type Fields = typeof memory extends fc.Arbitrary<infer Value> ? Value : never;

function render(of: Fields, tier: "inferred" | "verified"): string {
  const { name, description, tags, category, reason, before, behind } = of;
  // What JSON can say of a string, the frontmatter can, too.
  const fields = {
    name: `Wombat ${name}`,
    description: `About ${description}`,
    tags,
    type: "project",
    category: category ?? undefined,
    "trust-level": tier,
    "created-at": "2026-05-01T09:00:00Z",
    "source-machine": "laptop",
    "retired-reason": `so ${reason}`,
  };
  const lines = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`],
  );
  return `---\n${lines.join("\n")}\n---\n\n${before}\nThe wombat eats grass at night.\n${behind}\n`;
}

const isFact = (at: number): boolean => at % 2 === 0;

/** Writes the files and signs what they say, every other one as a person who approved it unread: no flag withholds a fact. */
async function plant(memories: readonly Fields[]): Promise<void> {
  for (const part of ["memories", "attest"])
    rmSync(join(project.root, part), { recursive: true, force: true });
  const workspace = await project.open({ person: true });
  const root = rootOf(workspace, "project");
  memories.forEach((each, at) => {
    const path = join(project.root, "memories", `project_${at}.md`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, render(each, isFact(at) ? "verified" : "inferred"));
    const loaded = loadMemory(workspace, root, `project_${at}`);
    if (loaded?.text == null || loaded.digest === null) return;
    const time = renderInstant(workspace.now);
    const act = isFact(at) ? "approve" : "wrote";
    signUnjudged(workspace, root, { id: `project_${at}`, text: loaded.text, act, time });
  });
  workspace.close();
}

function assertWhole(text: string, ids: readonly string[]): void {
  if (text === "") {
    assert.deepEqual(ids, []);
    return;
  }
  const parsed = parseBlock(text.trimEnd());
  assert.ok(
    parsed.kind === "block",
    parsed.kind === "block" ? "" : `${parsed.line}: ${parsed.reason}\n${text}`,
  );
  assert.deepEqual(
    parsed.entries.map(({ path, marker, label }) => ({
      path,
      isFact: marker !== "inferred",
      isKnown: /^[A-Z_]+$/.test(label),
    })),
    ids.map((id) => ({ path: `${id}.md`, isFact: isFact(Number(id.slice(-1))), isKnown: true })),
  );
  assert.doesNotMatch(text, NEVER_SHOWN);
  assert.doesNotMatch(text, TWO_SELECTORS);
  assert.equal(text.match(/</g)?.length, 2);
  assert.equal(text.match(/ -> /g)?.length, ids.length);
  // Each entry and each title has one marker, and the sentence that explains them has two.
  const titles = parsed.titles.filter(({ id }) => id !== "").length;
  assert.equal(text.match(/\(\s*(?:inferred|fact)/gi)?.length, 2 + ids.length + titles);
}

const KEY = "categories.decision.description";
const SETTING: Omit<SettingEntry, "id" | "before" | "after"> = {
  ...{ v: 1, op: "x", at: "2026-05-01T12:00:00Z", command: "config-set", actor: "person" },
  ...{ digest: null, reason: null, scope: null, root: null },
};

test("whatever memories say in any field, a block has exactly those that were shown", async () => {
  let shown = 0;
  const descriptions = fc.dictionary(hostileText, fc.record({ description: hostileText }), { maxKeys: 2 });
  const law = fc.asyncProperty(
    fc.array(memory, { minLength: 1, maxLength: 3 }),
    fc.record({ decision: fc.record({ description: hostileText }), more: descriptions }),
    async (memories, { decision, more }) => {
      await plant(memories);
      const config = { categories: { ...more, decision }, retrieval: { budget_chars: 9500 } };
      writeFileSync(join(project.state, "config.json"), JSON.stringify(config));
      // As if a person had set it: else it is not shown at all.
      const after = parseConfig(config).config[KEY];
      appendSetting(project.state, { ...SETTING, id: KEY, before: null, after });
      const workspace = openWorkspace(project.hints());
      for (const { text, receipt } of [
        await recallMemories(workspace, { prompt: PROMPT }),
        await recallAtStart(workspace),
      ]) {
        assertWhole(
          text,
          receipt.shown.map(({ id }) => id),
        );
        shown += receipt.shown.length;
      }
      workspace.close();
    },
  );
  await fc.assert(law, RUNS);
  // A law about nothing would hold, too: many of these texts are valid memories.
  assert.ok(shown > RUNS.numRuns, `${shown} were shown in ${RUNS.numRuns} runs`);
  assert.doesNotMatch(readFileSync(join(project.state, "receipts.ndjson"), "utf8"), /wombat/i);
});
