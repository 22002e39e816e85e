// A file whose name is a secret with dots in it, behind other words, or broken up by characters that nobody sees: no validator
// that finds the secret repeats it.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { inProcess } from "../fixture/command-in-process.ts";
import { memoryText } from "../fixture/memory-text.ts";
import { scratchProject } from "../fixture/scratch-project.ts";

const project = scratchProject({ after });
const command = inProcess(project);

/** Letters and digits in no order, always the same. */
const chars = (count: number, step = 7): string =>
  Array.from({ length: count }, (_, at) =>
    "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC".charAt((at * step + 3) % 32),
  ).join("");

const [LEFT, RIGHT] = [chars(9, 11), chars(9, 13)];
const JWT = ["eyJ".concat(chars(30)), "eyJ".concat(chars(40)), chars(43)].join(".");
const SLACK = ["xox".concat("b"), "1".repeat(3).concat("234567890"), "9".repeat(12), chars(24)].join("-");

const NAMES: Readonly<Record<string, { readonly name: string; readonly tail: string }>> = {
  "a web token behind the word of a type": { name: `project_${JWT}`, tail: JWT.slice(-10) },
  "a web token that is spelled with underscores": {
    name: `user_a_${JWT.replace(/.{9}$/, "_x_y_$&")}`,
    tail: JWT.slice(-8),
  },
  "a Slack token behind a long word": { name: `project_${"x".repeat(24)}_${SLACK}`, tail: SLACK.slice(-10) },
  "a password behind its name": { name: `project_PGPASSWORD=${LEFT}${RIGHT}`, tail: RIGHT },
  "a password with a character of no width": { name: `passwd_${LEFT}\u200b${RIGHT}`, tail: RIGHT },
  "a password with a soft hyphen": { name: `db_password_${LEFT}\u00ad${RIGHT}`, tail: RIGHT },
  "a password with a colour in it": { name: `password=${LEFT}\u001b[31m${RIGHT}`, tail: RIGHT },
  "a password over two lines": { name: `password: ${LEFT}\n${RIGHT}`, tail: RIGHT },
};

for (const [what, { name, tail }] of Object.entries(NAMES)) {
  test(`no check repeats ${what}, and secret-check finds it`, async () => {
    const directory = join(project.base, what.replaceAll(" ", "-"));
    mkdirSync(directory);
    const file = join(directory, `${name}.md`);
    writeFileSync(file, memoryText());
    const found = await command(["secret-check", file]);
    assert.equal(found.exit, 1);
    assert.match(found.stdout, /the file name looks like/);
    for (const words of [
      ["secret-check", file],
      ["check", file],
      ["validate", file],
      ["secret-check", "--all", directory],
      ["check", "--all", directory],
    ])
      for (const more of [[], ["--json"]]) {
        const { stdout, stderr } = await command([...words, ...more]);
        assert.ok(!`${stdout}${stderr}`.includes(tail), [...words.slice(0, -1), ...more].join(" "));
      }
  });
}
