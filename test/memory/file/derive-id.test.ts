import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { deriveId } from "../../../src/memory/file/draft.ts";
import { parseMemoryId } from "../../../src/memory/memory.ts";
import { anyCharacter } from "../../fixture/any-character.ts";
import { hostileText, LAW_RUNS } from "../text/hostile-text.ts";

const IDS: readonly [string, string][] = [
  ["Deploy on Fridays", "project_deploy_on_fridays"],
  ["  --Retry, then FAIL!  ", "project_retry_then_fail"],
  ["Über-Café", "project_uber_cafe"],
  ["ﬁle names", "project_file_names"],
  ["v2.0", "project_v2_0"],
  ["日本語の API", "project_api"],
  ["データベースの選択", "project_m_13e19d472755"],
  ["Решение о базе", "project_m_614d2977dd22"],
  ["🚀🚀", "project_m_6708b29cae75"],
];

for (const [name, id] of IDS) {
  test(`the name ${name} gives the id ${id}`, () => {
    assert.equal(deriveId("project", name), id);
  });
}

test("a long name gives an id that fits a file name of 100 bytes and does not end in an underscore", () => {
  const id = deriveId("reference", `${"word ".repeat(17)}xx ${"y".repeat(60)}`);
  assert.equal(`${id}.md`.length <= 100, true);
  assert.equal(id, `reference_${"word_".repeat(17)}xx`);
});

test("whatever the name is, the id made from it is one", () => {
  fc.assert(
    fc.property(
      fc.oneof(hostileText, fc.string({ unit: anyCharacter, minLength: 1, maxLength: 150 })),
      (name) => {
        const id = deriveId("feedback", name);
        assert.equal(parseMemoryId(id), id);
      },
    ),
    LAW_RUNS,
  );
});
