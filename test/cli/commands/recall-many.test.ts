import assert from "node:assert/strict";
import { test } from "node:test";
import { initProject } from "../../fixture/init-project.ts";

const SUBJECTS =
  "lexer parser linker loader printer spooler tracer mailer router cacher sorter filter tagger";

test("a question about many gets twelve titles and no text, unless fewer may be shown than usual", async (t) => {
  const { done, save } = await initProject(t);
  for (const subject of SUBJECTS.split(" "))
    await save(`project_${subject}`, {
      name: `The ${subject} is slow`,
      body: `The ${subject} reads everything twice and nobody has repaired it.`,
      more: ["--category", "tech_debt"],
    });
  const ask = ["recall", "--prompt", "which tech debt is still open?", "--json"];
  const count = async (): Promise<[number, number, string[]]> => {
    const { text, shown } = JSON.parse((await done(ask)).stdout);
    const found = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
    const forms = new Set<string>(shown.map(({ form }: { form: string }) => form));
    const entries = found(/^- \[TECH_DEBT\] \(inferred\) The [a-z]+ is slow -> /gm);
    return [entries, found(/^ {2}\| /gm), [...forms]];
  };
  assert.deepEqual(await count(), [12, 0, ["line"]]);
  await done(["config", "set", "retrieval.max_inject", "3", "--as-test-person"]);
  assert.deepEqual(await count(), [3, 3, ["full"]]);
});
