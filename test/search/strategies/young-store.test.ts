import assert from "node:assert/strict";
import { test } from "node:test";
import { readLife } from "../../../bench/life-sets.ts";
import { indexDocuments } from "../../../bench/recall-engines.ts";
import { hitsOf, idsOf, sampleIndex } from "../index/sample-index.ts";

const LAW = Array.from({ length: 4 }, (_, at) => ({
  id: `project_law_${at}`,
  name: ["Retention", "Cookies", "Imprint", "Invoices"][at] ?? "",
  tags: ["law"],
  body: "Our counsel has looked at it and wants it kept as it is.",
}));

test("a word that is the tag of four memories brings the four", (t) => {
  const ids = idsOf(sampleIndex(t, LAW), "law");
  assert.deepEqual(ids.sort(), ["project_law_0", "project_law_1", "project_law_2", "project_law_3"]);
});

test("of a tag that more than five have it brings the verified ones", (t) => {
  const more = Array.from({ length: 3 }, (_, at) => ({
    id: `project_more_${at}`,
    standing: at === 0 ? ("verified" as const) : ("inferred" as const),
    tags: ["law"],
    body: `Clause ${at} says nothing new about anything at all.`,
  }));
  const found = idsOf(sampleIndex(t, [...LAW, ...more]), "anything on law?");
  assert.equal(found[0], "project_more_0");
});

test("in a young store a rule is recalled for the act that a prompt names, and a haiku gets nothing", (t) => {
  const index = indexDocuments(readLife("vets", "vets").documents, false);
  t.after(() => index.database.close());
  const first = (prompt: string) => hitsOf(index, prompt)[0];
  assert.equal(
    first("drop the column client.fax, nobody uses it")?.row.name,
    "Column removals take two releases",
  );
  assert.equal(
    first("pick a colour for the overdue badge on invoices")?.row.name,
    "Red is reserved for allergies",
  );
  assert.equal(first("put the new waiting list behind a feature flag for one clinic")?.confidence, "high");
  assert.equal(first("write a haiku about rain on a tin roof"), undefined);
  assert.equal(first("what's the difference between a left join and a lateral join in postgres"), undefined);
});
