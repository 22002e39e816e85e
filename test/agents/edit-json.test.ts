import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  addToList,
  type JsonPath,
  parseJsonText,
  readAt,
  removeAt,
  replaceAt,
} from "../../src/agents/edit-json.ts";

const RUNS = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);

function add(text: string, path: readonly string[], value: unknown): string | null {
  return addToList({ text, comments: false }, path, value);
}

function remove(text: string, path: JsonPath, comments = false): string | null {
  return removeAt({ text, comments }, path);
}

test("an entry goes to the end of its list, in the manner of the file", () => {
  const text = '{\n    "a": 1,\n    "list": [\n        "x"\n    ]\n}\n';
  assert.equal(
    add(text, ["list"], "y"),
    '{\n    "a": 1,\n    "list": [\n        "x",\n        "y"\n    ]\n}\n',
  );
  assert.equal(add('{"list": ["x", "y"]}', ["list"], "z"), '{"list": ["x", "y", "z"]}');
  assert.equal(
    add('{\r\n\t"a": 1\r\n}', ["b", "c"], { d: 1 }),
    '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": [\r\n\t\t\t{\r\n\t\t\t\t"d": 1\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}',
  );
});

test("a container that was empty stays when its guest leaves; one that was made goes", () => {
  for (const text of [
    '{"hooks":{}}',
    '{"hooks":{ }}',
    '{\n  "hooks": {\n  }\n}\n',
    '{"a":1}',
    "{}",
    "{ }\n",
  ]) {
    const filled = add(text, ["hooks", "Stop"], { command: "x" });
    assert.ok(filled !== null);
    assert.deepEqual(JSON.parse(filled).hooks, { Stop: [{ command: "x" }] }, text);
    assert.equal(remove(filled, ["hooks", "Stop", 0]), text);
  }
});

test("what is removed from between others leaves them as they are", () => {
  const text = '{"l": [1 , 2,\n  3 ]}';
  assert.equal(remove(text, ["l", 0]), '{"l": [2,\n  3 ]}');
  assert.equal(remove(text, ["l", 1]), '{"l": [1,\n  3 ]}');
  assert.equal(remove(text, ["l", 2]), '{"l": [1 , 2 ]}');
  assert.equal(remove(text, ["l", 7]), text);
  assert.equal(remove('{\n  "l": [\n    1\n  ]\n}\n', ["l", 0]), null);
});

test("comments stay where they are, in a file that may have them", () => {
  const text =
    '{\n  // first\n  "a": 1, /* second */\n  "l": [ // third\n    "x" // fourth\n  ] // fifth\n}\n';
  const addCommented = (to: string): string => addToList({ text: to, comments: true }, ["l"], "y") ?? "";
  const filled = addCommented(text);
  assert.equal(filled, text.replace('"x"', '"x",\n    "y"'));
  assert.equal(remove(filled, ["l", 1], true), text);
  assert.equal(add(text, ["l"], "y"), null);
  const empty = '{ "l": [ // nothing yet\n ] }';
  assert.equal(remove(addCommented(empty), ["l", 0], true), empty);
});

test("another value takes the place of one, and nothing around it moves", () => {
  const text = '{"l": [\n    {"a": 1},\n    2 ] }';
  assert.equal(
    replaceAt({ text, comments: false }, ["l", 0], { b: [1] }),
    '{"l": [\n    {\n        "b": [\n            1\n        ]\n    },\n    2 ] }',
  );
});

test("where something else is in the way nothing is changed", () => {
  for (const [text, path] of [
    ['{"hooks": []}', ["hooks", "Stop"]],
    ['{"hooks": null}', ["hooks", "Stop"]],
    ['{"hooks": {"Stop": {}}}', ["hooks", "Stop"]],
    ['{"hooks": "x"}', ["hooks"]],
    ["[]", ["hooks"]],
    ["7", ["hooks"]],
    ["", ["hooks"]],
  ] as const)
    assert.equal(add(text, path, 1), null, text);
});

test("it reads exactly what JSON.parse reads, but for a key that is there twice", () => {
  const text = fc.oneof(
    fc.json(),
    fc.string(),
    fc.stringMatching(/^[[\]{}:,"\\ \n0-9eE.+tfn-]{0,20}$/),
    fc.json().map((json) => json.slice(0, -1)),
  );
  fc.assert(
    fc.property(text, (each) => {
      const node = parseJsonText(each, { comments: false });
      const known = parse(each);
      if (node === null) assert.ok(known === undefined || /"(.*)".*"\1"/s.test(each), each);
      else assert.deepEqual(node.value, known);
    }),
    { numRuns: RUNS },
  );
  assert.equal(parseJsonText('{"a":1,"a":2}', { comments: false }), null);
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

test("a comment that does not end, a comma too many and a mark of another place are refused", () => {
  for (const text of [
    "{} /* open",
    "/*",
    '{"a": 1,}',
    "[1,]",
    "{a: 1}",
    "{'a': 1}",
    "{} // fine\n}",
    "\u00a0{}",
    "01",
  ])
    assert.equal(parseJsonText(text, { comments: true }), null, text);
  for (const text of ["{} // end", "/* a */ {} /* b */", '\uFEFF{"a": 1}'])
    assert.notEqual(parseJsonText(text, { comments: true }), null, text);
});

test("a byte order mark stays where it is, and the places after it are right", () => {
  const text = '\uFEFF{"l": ["x"]}';
  const filled = add(text, ["l"], "y");
  assert.equal(filled, '\uFEFF{"l": ["x", "y"]}');
  assert.equal(remove(filled ?? "", ["l", 1]), text);
});

test("hostile texts are refused in no time, and a deep one does not end the stack", () => {
  for (const text of [
    "[".repeat(500_000),
    `"${"\\".repeat(500_001)}`,
    "/*".repeat(300_000),
    " ".repeat(1_000_000),
    "[".repeat(100_000) + "]".repeat(100_000),
    "[".repeat(202) + "]".repeat(202),
  ])
    assert.equal(parseJsonText(text, { comments: true }), null);
  assert.deepEqual(readAt({ text: '{"__proto__": [1]}', comments: false }, ["__proto__"])?.value, [1]);
  assert.notEqual(parseJsonText("[".repeat(200) + "]".repeat(200), { comments: false }), null);
  const long = "x".repeat(2_000_000);
  assert.equal(parseJsonText(JSON.stringify(long), { comments: false })?.value, long);
});
