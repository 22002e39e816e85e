// Comments become plainer and never less plain: the number of hard sentences of each room only falls.

import assert from "node:assert/strict";
import { test } from "node:test";
import { expectNone } from "./expect-none.ts";
import { readProjectFile } from "./project-files.ts";
import { findMoreRiddles, findParticiples, measureProse, type ProseRecord } from "./prose.ts";
import { hubSources, parseSources, productSources } from "./syntax.ts";

test("no room explains itself in more hard sentences, or names more types by a participle, than prose.json records", (t) => {
  const sources = [...productSources(), ...hubSources()];
  const record: ProseRecord = JSON.parse(readProjectFile("test/arch/prose.json"));
  const rooms = [...measureProse(sources)];
  const sum = { sentences: 0, riddles: 0 };
  for (const [room, { sentences, riddles }] of rooms) {
    sum.sentences += sentences;
    sum.riddles += riddles.length;
    t.diagnostic(`${room}: ${riddles.length} of ${sentences} sentences`);
  }
  t.diagnostic(`in all ${sum.riddles} of ${sum.sentences} sentences`);
  expectNone(findMoreRiddles(sources, record));
});

test("planted habits are found in comments, and neither in code nor in plain sentences", () => {
  const text = [
    "// What it says is kept. The text is kept because a reader asks for it.",
    "/** Nobody asks twice, as",
    " * the index remembers it. Of those that came some stay. */",
    "const what = 'Whoever reads this string reads no comment';",
    "// It waits where no lock is free.",
    "// What git starts: nothing?",
    "// What now?",
  ].join("\n");
  const planted = parseSources(new Map([["src/app/sync/a.ts", text]]));
  assert.deepEqual(measureProse(planted).get("app/sync"), {
    sentences: 6,
    riddles: [
      "src/app/sync/a.ts: What it says is kept.",
      "src/app/sync/a.ts: Nobody asks twice, as the index remembers it.",
      "src/app/sync/a.ts: Of those that came some stay.",
      "src/app/sync/a.ts: It waits where no lock is free.",
    ],
  });
  const record = { rooms: { "app/sync": 3 }, participles: 0 };
  assert.match(
    findMoreRiddles(planted, record)[0] ?? "",
    /^app\/sync: 4 sentences that an outsider reads twice, 3 on record$/,
  );
  assert.deepEqual(findMoreRiddles(planted, { ...record, rooms: { "app/sync": 4 } }), []);
});

test("a planted type that is named by a participle is found, and a noun is not", () => {
  const text =
    "type Told = 1;\ninterface Making {}\ntype Finding = 1;\ntype ReadText = 2;\ntype Moved = 3;\n";
  const planted = parseSources(new Map([["src/git/a.ts", text]]));
  assert.deepEqual(findParticiples(planted), [
    "src/git/a.ts: Told",
    "src/git/a.ts: Making",
    "src/git/a.ts: Moved",
  ]);
  assert.deepEqual(findMoreRiddles(planted, { rooms: {}, participles: 2 }), [
    "types named by a participle: 2 on record",
    "src/git/a.ts: Told",
    "src/git/a.ts: Making",
    "src/git/a.ts: Moved",
  ]);
});
