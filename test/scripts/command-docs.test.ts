import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { renderCommandPage } from "../../scripts/write-command-docs.ts";

test("docs/commands.md is what the tables of commands and failures say today", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/commands.md"), "utf8");
  assert.equal(page, renderCommandPage(), "run node scripts/write-command-docs.ts");
});
