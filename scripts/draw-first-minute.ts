// `npm run draw`: sets Credence up at a real terminal, in a home of its own with two agents and some notes, and draws what was
// on the screen as docs/first-minute.svg.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeNotes, writeSession } from "../test/app/transfer/import/claude-notes.ts";
import { builtScript } from "../test/cli/connect/connect-project.ts";
import { walk } from "../test/cli/connect/setup-walk.ts";
import { atTerminal } from "../test/fixture/at-terminal.ts";

const PICTURE = join(import.meta.dirname, "..", "docs", "first-minute.svg");
const PASSPHRASE = "twelve or more characters";

const NOTE = `---
name: Tests need docker
description: How to run the tests of the web package
type: feedback
---
pnpm test --filter web; the integration tests need docker compose up first.
`;

const [COLUMN, ROW, EDGE, BAR] = [8.4, 20, 20, 34];

/** What a terminal would show: what was typed hidden stays hidden, and the code that opens the key is nobody's to read. */
function readScreen(text: string): string[] {
  const shown = text
    .replaceAll("\r", "")
    .replace(/\u001B\[[0-9;?]*[A-Za-z]/g, "")
    .replace(/\b([0-9A-Z]{4})(?:-[0-9A-Z]{4}){3,}/g, "$1-····-····-····");
  return ["$ credence", ...shown.trimEnd().split("\n")];
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function paint(line: string): string {
  const text = escapeXml(line);
  if (/^\$ /.test(text)) return `<tspan class="dim">$</tspan><tspan class="strong">${text.slice(1)}</tspan>`;
  return text
    .replace(/^(Found|Will|Later:)/, '<tspan class="name">$1</tspan>')
    .replaceAll("✓", '<tspan class="good">✓</tspan>')
    .replace(/(\[[^\]]*\]) (\S+)$/, '<tspan class="dim">$1</tspan> <tspan class="strong">$2</tspan>')
    .replace(/(quit:) (\S+)$/, '$1 <tspan class="strong">$2</tspan>');
}

function draw(lines: readonly string[]): string {
  const width = Math.ceil(Math.max(...lines.map((line) => [...line].length)) * COLUMN + 2 * EDGE);
  const height = BAR + lines.length * ROW + EDGE;
  const rows = lines.map(
    (line, place) => `<text x="${EDGE}" y="${BAR + (place + 1) * ROW}">${paint(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>The first minute of Credence at a terminal</title>
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d7dae0; white-space: pre }
.dim { fill: #8b93a1 } .strong { fill: #ffffff; font-weight: 600 } .name { fill: #7cc5ff } .good { fill: #7ddc8c }
</style>
<rect width="${width}" height="${height}" rx="10" fill="#16181d"/>
<circle cx="22" cy="18" r="6" fill="#ff5f57"/><circle cx="42" cy="18" r="6" fill="#febc2e"/><circle cx="62" cy="18" r="6" fill="#28c840"/>
${rows.join("\n")}
</svg>
`;
}

const cleanUps: (() => void)[] = [];
const project = walk({ after: (cleanUp) => cleanUps.push(cleanUp) }, ["claude", "codex"], "real");
writeNotes(project, project.top, {
  "feedback_docker.md": NOTE,
});
writeSession(project, project.top);
const { text, exit } = await atTerminal(project, [], {
  script: await builtScript(),
  env: { PATH: project.path },
  replies: [
    ["provider. [y/N]", "n"],
    ["Go on?", "y"],
    ["Choose a passphrase", PASSPHRASE],
    ["once more:", PASSPHRASE],
    ["on paper:", ""],
    ["now? [Y/n]", "y"],
    ["quit:", "y"],
  ],
});
for (const cleanUp of cleanUps) cleanUp();
if (exit !== 0) throw new Error(text);
const lines = readScreen(text);
writeFileSync(PICTURE, draw(lines));
console.log(lines.join("\n"));
