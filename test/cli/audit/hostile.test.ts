// Words of memories in a report: whatever they are, they stay words.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type AuditProject, auditProject } from "../../fixture/audit-project.ts";
import type { Owner } from "../../temp-dir.ts";

const HOSTILE = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  "</td></tr></table><h1>Heading",
  "</style></title></svg><iframe src=javascript:alert(1)>",
  "<!-- --> <![CDATA[ ]]> &lt;b&gt; &#60;b&#62;",
  "# Heading",
  "a | b | c |",
  "\\| \\\\| \\",
  "[x](http://evil.example) ![x](http://evil.example/a.png)",
  "[x]: http://evil.example",
  "`code` ``` **bold** __bold__ ~~gone~~ $x$",
  "<http://evil.example> https://evil.example www.evil.example a@evil.example",
  "--- === ***",
  "1. one - two + three > four",
  "\u202Egnp.exe \u200Bhidden",
];

/** One memory of each standing whose name, description and references are such a text. */
async function hostileProject(owner: Owner, texts: readonly string[]): Promise<AuditProject> {
  const project = auditProject(owner);
  for (const [number, text] of texts.entries()) {
    const quoted = JSON.stringify(text);
    const parts = {
      name: quoted,
      description: JSON.stringify(`${text} staging database cluster restarts nightly`),
      extra: [`related-files: [${quoted}]`, `quarantine-reason: ${quoted}`, `session: ${quoted}`],
    };
    await project.plant(`project_written_${number}`, parts);
    await project.plant(`project_approved_${number}`, {
      ...parts,
      by: "person",
      time: "2026-01-01T09:00:00Z",
    });
    await project.plant(`project_foreign_${number}`, { ...parts, by: "nobody" });
    await project.plant(`project_lowered_${number}`, parts);
    const reason = text.replaceAll("\u202E", "");
    await project.call(["demote", `project_lowered_${number}`, "--reason", reason]);
  }
  return project;
}

const BENIGN = HOSTILE.map((_, number) => `Plain words ${number}`);
const LATER = ["--now", "2026-06-20T12:00:00Z"];

async function reportOf(project: AuditProject, format: string, more: readonly string[]): Promise<string> {
  return (await project.call(["audit", "--format", format, ...LATER, ...more])).stdout;
}

/** Reports change nothing, so one project of each kind is enough. */
const [hostile, benign] = [await hostileProject({ after }, HOSTILE), await hostileProject({ after }, BENIGN)];

const ENTITY_OR_PLAIN = /^(?:[^\\`*_{}[\]<>()#|~!&$^=+@]|\(at\)|&#\d+;)*$/;

test("in Markdown no memory opens a heading, a link, a tag or a cell", async () => {
  const lines = (await reportOf(hostile, "md", ["--as-test-person"])).split("\n");
  const plain = (await reportOf(benign, "md", ["--as-test-person"])).split("\n");
  const isOfTable = (line: string): boolean => line.startsWith("|");
  assert.deepEqual(
    lines.filter((line) => line.startsWith("#")),
    plain.filter((line) => line.startsWith("#")),
  );
  const known = new Set(plain.map((line) => line.replaceAll(/\d+/g, "0")));
  for (const line of lines.filter((each) => !isOfTable(each)))
    assert.ok(known.has(line.replaceAll(/\d+/g, "0")), line);
  let columns = 0;
  for (const [number, line] of lines.entries()) {
    if (!isOfTable(line)) continue;
    const cells = line.split("|").slice(1, -1);
    if (!isOfTable(lines[number - 1] ?? "")) columns = cells.length;
    assert.equal(cells.length, columns, line);
    if (/^[|-]+$/.test(line)) continue;
    for (const cell of cells) {
      const text = cell.slice(1, -1);
      assert.ok(/^`[a-z0-9_-]+`$/.test(text) || ENTITY_OR_PLAIN.test(text), line);
      assert.doesNotMatch(text, /:\/|www\./);
    }
  }
});

test("without a person no report in any format holds a word of what is withheld", async (t) => {
  const project = auditProject(t);
  const word = "Zebraword";
  const parts = {
    name: word,
    description: word,
    extra: [`related-files: [${word}]`, `quarantined-by: ${word}`],
  };
  await project.plant("project_foreign", { ...parts, by: "nobody", body: `${word} `.repeat(20) });
  await project.plant("project_lowered", { ...parts, body: `See project_zebraword.md, ${word} `.repeat(20) });
  await project.call(["demote", "project_lowered", "--reason", "doubt"]);
  for (const format of ["md", "json"]) {
    const report = await reportOf(project, format, []);
    for (const told of ["project_foreign", "project_lowered", "doubt"]) assert.ok(report.includes(told));
    assert.doesNotMatch(report, /zebra/i);
    assert.match(await reportOf(project, format, ["--as-test-person"]), /Zebraword/);
  }
});
