// What somebody asks memories for. Attack: a prompt that was pasted from anywhere, and is read as a question to SQLite.

import assert from "node:assert/strict";
import fc from "fast-check";
import { recallWithoutReceipt } from "../../../src/app/recall/recall-memories.ts";
import { searchMemories } from "../../../src/app/recall/search-memories.ts";
import { openWorkspace, type WorkspaceHints } from "../../../src/app/workspace/workspace.ts";
import { MATCH_STRATEGIES } from "../../../src/memory/config/config-keys.ts";
import { anyCharacter } from "../../fixture/any-character.ts";
import { parseBlock } from "../../fixture/parse-block.ts";
import { later, type RecallProject } from "../../fixture/recall-project.ts";
import { hostileText, NEVER_SHOWN } from "../../memory/text/hostile-text.ts";
import { assertWithheld, fuzzedProject, SHOWN_IDS } from "../project.ts";
import { openedAs, type Target, textOf } from "../target.ts";

const WORDS = [
  ..."kiwi pnpm port database tabs deploy Tuesday user_id .env the what when does sleep night frozen-lockfile 5433".split(
    " ",
  ),
  ...'AND OR NOT NEAR NEAR/2 NEAR( ( ) " "" * ^ : - + { } name: body: tags: \' ; -- /* */ % _ ? ?1 :a @a $a'.split(
    " ",
  ),
  ...[
    "DROP TABLE memory",
    "\0",
    "\u202e",
    "\ud800",
    "\u0301",
    "\u6f22\u5b57",
    "\u05d0\u05d1",
    "\u{1f600}",
    "\n",
    "\t",
  ],
];
const asked = fc
  .tuple(
    fc.array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...WORDS) }, hostileText), { maxLength: 14 }),
    fc.constantFrom(" ", " ", ""),
  )
  .map(([words, glue]) => words.join(glue));
const made = fc
  .oneof(asked, hostileText, fc.string({ unit: anyCharacter, maxLength: 40 }))
  .map((text) => ({ text }));

export const query: Target = {
  name: "query",
  promises: "every prompt is answered, by each strategy, from the store alone, with nothing that is withheld",
  quick: 60,
  open: async (owner) => {
    const project = await fuzzedProject(owner);
    const hints = hintsOf(project);
    return openedAs({ made, read: (value) => textOf(value), check: (text) => check(hints, text) });
  },
};

/** By a clock for which every file is old, so that nothing is indexed anew. */
function hintsOf({ top, home, env }: RecallProject): WorkspaceHints {
  const nobody = { kind: "nobody", why: "there is no terminal" } as const;
  const nowhere = { state: null, cache: null, root: null, scope: null };
  return { cwd: top, home, env, ...nowhere, presence: nobody, now: Date.parse(later()) };
}

const CHARS_MAX = 20_000;

async function check(hints: WorkspaceHints, whole: string): Promise<void> {
  const text = whole.slice(0, CHARS_MAX);
  const workspace = openWorkspace(hints);
  try {
    const recalled = await recallWithoutReceipt(workspace, { prompt: text });
    checkBlock(recalled.text, text);
    for (const { loaded } of recalled.shown)
      assert.ok(SHOWN_IDS.has(loaded.file.id), `${loaded.file.id} is not to be shown`);
    for (const strategy of MATCH_STRATEGIES) {
      const { found } = await searchMemories(workspace, {
        query: text,
        strategy,
        filter: {},
        status: "active",
        limit: 20,
      });
      for (const { hit } of found) assert.ok(SHOWN_IDS.has(hit.id), `${strategy} found ${hit.id}`);
      assertWithheld(
        JSON.stringify(found.map(({ hit, body }) => [hit.id, hit.name, hit.snippet, body])),
        text,
      );
    }
  } finally {
    workspace.close();
  }
}

function checkBlock(block: string, asked: string): void {
  if (block === "") return;
  const parsed = parseBlock(block.trimEnd());
  assert.ok(parsed.kind === "block", parsed.kind === "block" ? "" : `${parsed.line}: ${parsed.reason}`);
  assert.doesNotMatch(block, NEVER_SHOWN);
  assertWithheld(block, asked);
}
