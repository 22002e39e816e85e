// What is signed goes through one door, and whatever vouches for a content through one more behind it. What a terminal gets was
// cleaned by one function, or comes from a renderer that is listed here.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readImports, resolveImport } from "./modules.ts";
import { productSources } from "./syntax.ts";

const SOURCES = productSources();

function listImporters(target: string, name: string): string[] {
  return SOURCES.filter((source) =>
    readImports(source).some(
      (entry) =>
        resolveImport(source, entry) === target && (entry.names.includes(name) || entry.names.includes("*")),
    ),
  ).map(({ path }) => path);
}

test("statements are signed in one folder alone", () => {
  assert.deepEqual(listImporters("src/trust/sign.ts", "signStatement"), [
    "src/app/change/sign/sign-set.ts",
    // `wrote` alone, by a key that may propose to a hub.
    "src/app/hub/offer.ts",
  ]);
});

test("a content is vouched for by write-text, and offered to a hub, by what refuses what a validator hard-fails", () => {
  const door = "src/app/change/write-text.ts";
  assert.deepEqual(listImporters("src/app/change/sign/attest.ts", "attestText"), [door]);
  assert.deepEqual(listImporters("src/app/change/judge-text.ts", "refuseHardFails"), [
    door,
    "src/app/hub/offer.ts",
  ]);
});

test("that a text was shown to its end is noted by what paged through it, and by what takes a mark of the page", () => {
  assert.deepEqual(listImporters("src/app/memories/shown-to-end.ts", "noteShown"), [
    "src/cli/review/edit-item.ts",
    "src/cli/review/session.ts",
    "src/cli/terminal/confirm.ts",
    "src/web/server/make-mark.ts",
  ]);
});

test("only renderers that clean or escape every value say so of a text; all else is words of ours or lines", () => {
  assert.deepEqual(listImporters("src/memory/text/render-terminal.ts", "asShown").sort(), [
    "src/cli/audit/answer-audit.ts",
    "src/cli/call/covered-io.ts",
    "src/cli/call/help.ts",
    "src/cli/call/render-json.ts",
    "src/cli/call/report-failure.ts",
    "src/cli/commands/look.ts",
    "src/cli/page/sign-marks.ts",
    "src/cli/report/render-terminal.ts",
    "src/cli/review/screen.ts",
    "src/cli/run-cli.ts",
    "src/cli/terminal/confirm.ts",
    "src/cli/terminal/fit-help.ts",
    "src/cli/terminal/pager.ts",
    "src/cli/terminal/render-preview.ts",
    "src/cli/work/completion.ts",
    "src/cli/work/recall.ts",
  ]);
});
