import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { guardedProject } from "./guarded-project.ts";
import { spell, WRITERS } from "./spellings.ts";

const { home, top, judgeBash } = guardedProject({ after });
const numRuns = Number(process.env["CREDENCE_TEST_RUNS"] ?? 300);

const GUARDED = [
  ".claude/memory/memories/project_a.md",
  ".claude/memory/index.md",
  ".claude/memory/attest/project_a/0.json",
  "config/memory/root.json",
  "notes/memories/new.md",
  "src/deep/project_a.md",
];
const UNGUARDED = [
  "src/a.ts",
  "docs/memory/a.md",
  ".claude/settings.json",
  ".claude/memory2/a",
  "claude/memory/x.md",
];

const spelled = (paths: readonly string[]) =>
  fc
    .constantFrom(...paths)
    .chain((path) => fc.record({ path: fc.constant(path), spelling: spell({ home, top }, path) }));
const written = (paths: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(spelled(paths), fc.constantFrom(...WRITERS))
    .map(([{ spelling }, writer]) => spelling.before + writer.replace("%", () => spelling.word));

test("a guarded path is denied to every writer in every spelling", () => {
  fc.assert(
    fc.property(written(GUARDED), (command) => {
      assert.equal(judgeBash(command)?.rule, "write-root", command);
    }),
    { numRuns },
  );
});

test("any other path is free to every writer in every spelling", () => {
  fc.assert(
    fc.property(written(UNGUARDED), (command) => {
      assert.equal(judgeBash(command), null, command);
    }),
    { numRuns },
  );
});

/** In parts: whole, and beside a value, it looks like a password to a scan. */
const HERE = ["$PW", "D"].join("");

test("the spellings are real: bash reads each of them as the path it stands for", () => {
  const samples = fc.sample(spelled([...GUARDED, ...UNGUARDED]), Math.min(numRuns, 1_000));
  const script = samples
    .map(
      ({ spelling: { before, word } }) => `(${before}p=(${word}); printf '%s\\t%s\\n' "${HERE}" "\${p[0]}")`,
    )
    .join("\n");
  const { stdout } = spawnSync("bash", ["-c", script], { cwd: top, env: { HOME: home }, encoding: "utf8" });
  const lines = stdout.trimEnd().split("\n");
  assert.equal(lines.length, samples.length);
  for (const [index, { path, spelling }] of samples.entries()) {
    const [directory = "", read = ""] = (lines[index] ?? "").split("\t");
    const found = resolve(directory, read).replace(`${home}/alias/`, `${top}/`);
    assert.equal(found, resolve(top, path), spelling.before + spelling.word);
  }
});

test("a character that a pattern leaves open is found, wherever it stands in the path", () => {
  const path = ".claude/memory/index.md";
  const open = fc.tuple(
    fc.nat({ max: path.length - 1 }).filter((at) => at > 0 && path[at] !== "/"),
    fc.constantFrom("?", "*", "[a-z.]", "[!q]"),
  );
  fc.assert(
    fc.property(open, ([at, pattern]) => {
      assert.equal(judgeBash(`rm ${path.slice(0, at)}${pattern}${path.slice(at + 1)}`)?.rule, "write-root");
    }),
    { numRuns },
  );
});
