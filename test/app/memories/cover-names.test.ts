import assert from "node:assert/strict";
import { test } from "node:test";
import { coverIn, coverNames } from "../../../src/app/memories/hide-secrets.ts";
import { hideDoubtful, namesDoubtful } from "../../../src/memory/text/doubtful-names.ts";
import { renderNameRuns } from "../../../src/validate/file-stem.ts";
import { SECRET_RULES } from "../../../src/validate/secrets/index.ts";
import { PRESET_FORMS } from "../../../src/validate/secrets/preset-forms.ts";
import { scanSecrets } from "../../../src/validate/secrets/scan-secrets.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";

const TOKEN = SAMPLE_SECRET.toLowerCase();

/** The same without a digit: a real one may have none. */
function spellOut(text: string): string {
  return text.replaceAll(/\d/g, (digit) => "qzkvjxwyhp".charAt(Number(digit)));
}

/** The same with `_` in it, as far as its alphabet has that. */
function breakUp(text: string): string {
  return text.replaceAll(/(?<=.{14})([a-z0-9]{8})[a-z0-9]/g, "$1_");
}

/** What the rules catch, as ids: whole and word by word. */
function* makeIds(): Generator<string> {
  for (const { catches } of [...SECRET_RULES, ...PRESET_FORMS]) {
    for (const sample of catches) {
      for (const piece of new Set([sample, ...sample.split(/\W+/)])) {
        const plain = piece.toLowerCase().replaceAll(/[^a-z0-9_]/g, "_");
        const forms = [plain, spellOut(plain), breakUp(plain), breakUp(spellOut(plain))];
        for (const form of new Set(forms)) yield `project_${form}`.slice(0, 93);
      }
    }
  }
}

test("the rules are asked about every id in which one of them finds a secret, and then it is covered", () => {
  const flagged = [...makeIds()].filter((id) => scanSecrets(renderNameRuns(id)).length > 0);
  assert.ok(flagged.length > 500, `${flagged.length}`);
  assert.deepEqual(
    flagged.filter((id) => !namesDoubtful(id) || coverNames(id) === id),
    [],
  );
});

test("a token is covered in an id, in a path, in colours, in JSON and in a sentence", () => {
  const id = `project_${TOKEN}`;
  const shown = "project_ghp_… (40 characters)";
  for (const around of [
    "%",
    ".claude/memory/memories/%.md",
    "\u001B[1m%\u001B[22m",
    '{"id":"%"}',
    "see %, please",
  ]) {
    assert.equal(coverNames(around.replace("%", id)), around.replace("%", shown));
  }
  assert.deepEqual(coverIn({ [id]: [id] }), { [shown]: [shown] });
});

test("a password behind its word is covered in an id", () => {
  assert.equal(coverNames("project_password_482915"), "project_pass… (15 characters)");
});

test("a key in the name of any Markdown file is covered, with whatever follows it", () => {
  const key = `AKIA${"Q2W3E4R5".repeat(2)}`;
  assert.equal(coverNames(`notes/my ${key} copy.md`), "notes/my AKIA… (25 characters).md");
});

test("names of words, dates and short digests are shown as they are, without a rule", () => {
  const plain = [
    "project_deploy_window",
    "project_release_2024_01_15",
    "feedback_use_pnpm_0a1b2c3d",
    "reference_api_key_rotation",
    "docs/CHANGELOG.md",
  ];
  for (const name of plain) assert.equal(namesDoubtful(name), false, name);
});

test("where no rule can be asked, the whole name is hidden", () => {
  assert.equal(hideDoubtful(`there is no project_${TOKEN} here`), "there is no … (48 characters) here");
});

test("a long line of beginnings takes no time", () => {
  const started = process.cpuUsage();
  coverNames("project_ ".repeat(100_000) + ".md ".repeat(100_000));
  const { user } = process.cpuUsage(started);
  assert.ok(user < 3_000_000, `${user} µs`);
});
