// The rooms of src do not grow, and neither does the longest chain of imports, unless somebody says why in ruler.md.

import assert from "node:assert/strict";
import { test } from "node:test";
import { expectNone } from "./expect-none.ts";
import { readProjectFile } from "./project-files.ts";
import { findGrowth, findLongestChain, findSlack, measure, readRecord, renderTable } from "./ruler.ts";
import { hubSources, parseSources, productSources } from "./syntax.ts";

const NOW = measure([...productSources(), ...hubSources()]);
const RECORD = readRecord(readProjectFile("test/arch/ruler.md"));

test("no room grows by more than 3 % and no chain of imports grows without its sentence in ruler.md", (t) => {
  const total = [...NOW.rooms.values()].reduce((sum, lines) => sum + lines, 0);
  t.diagnostic(`src has ${total} lines; the longest chain of imports has ${NOW.chain} modules`);
  for (const [room, lines] of NOW.rooms) t.diagnostic(`${room}: ${lines} lines`);
  for (const slack of findSlack(NOW, RECORD)) t.diagnostic(slack);
  expectNone(findGrowth(NOW, RECORD));
});

test("the chain follows what is loaded at once, and a circle does not hang it", () => {
  const planted = parseSources(
    new Map([
      ["src/bin/a.ts", 'import { b } from "../cli/b.ts";\nimport type { X } from "./x.ts";\nb();\n'],
      ["src/cli/b.ts", 'export { c } from "../app/recall/c.ts";\nimport("../app/recall/d.ts");\n'],
      ["src/app/recall/c.ts", 'import { b } from "../../cli/b.ts";\nexport const c = 1;\n'],
      ["src/app/recall/d.ts", 'import "./c.ts";\nexport type { Y } from "./y.ts";\n'],
      ["src/app/recall/y.ts", 'import "./c.ts";\nexport type Y = 1;\n'],
      ["src/bin/x.ts", 'import { d } from "../app/recall/d.ts";\nimport "node:fs";\nexport type X = 1;\n'],
    ]),
  );
  assert.deepEqual(findLongestChain(planted), ["src/bin/a.ts", "src/cli/b.ts", "src/app/recall/c.ts"]);
  assert.deepEqual(measure(planted), {
    rooms: new Map([
      ["bin", 6],
      ["cli", 2],
      ["app/recall", 6],
    ]),
    chain: 3,
  });
});

test("planted growth, a room without a row and a row without a room are found, and so is what became lighter", () => {
  const record = { rooms: new Map(Object.entries({ bin: 100, cli: 100, git: 10 })), chain: 3 };
  const now = { rooms: new Map(Object.entries({ bin: 103, cli: 104, web: 1 })), chain: 4 };
  const faults = findGrowth(now, record);
  for (const [at, said] of [
    /^cli: 104 lines, 100 on record; make it lighter, or raise the number and say why/,
    /^web has no row in ruler\.md/,
    /^ruler\.md measures git, and there is no such room$/,
    /^longest chain of imports: 4, 3 on record; make it lighter/,
  ].entries())
    assert.match(faults[at] ?? "", said);
  assert.equal(faults.length, 4);
  assert.deepEqual(findSlack(now, record), []);
  const lighter = { rooms: new Map(Object.entries({ bin: 97, cli: 98 })), chain: 2 };
  assert.deepEqual(findSlack(lighter, record), [
    "bin is down to 97 from 100: npm run ruler",
    "longest chain of imports is down to 2 from 3: npm run ruler",
  ]);
});

test("what is written is what is read, with the sentences in its rows", () => {
  const rooms = new Map(Object.entries({ bin: 12, "app/recall": 1200 }));
  const whys = new Map([["bin", "it drops a warning of Node"]]);
  const table = renderTable({ rooms, chain: 3 }, { whys });
  assert.equal(
    table,
    `| measured | on record | why it is not less |
|---|---|---|
| \`app/recall\` | 1200 | |
| \`bin\` | 12 | it drops a warning of Node |
| longest chain of imports | 3 | |
`,
  );
  const read = readRecord(table);
  assert.deepEqual([read.rooms, read.chain, read.whys.get("bin")], [rooms, 3, whys.get("bin")]);
});
