// The rooms of src: a folder fits one screen, rooms import downwards, and no module is a fragment of its only reader.

import assert from "node:assert/strict";
import { dirname } from "node:path";
import { test } from "node:test";
import { expectNone } from "./expect-none.ts";
import { LISTS, ROOMS } from "./import-table.ts";
import { readImports, resolveImport } from "./modules.ts";
import { parseSources, productSources, type Source } from "./syntax.ts";

const FOLDER_FILES_MAX = 20;
/** A shorter module with one reader in its own folder is a fragment of that reader. */
const FRAGMENT_LINES = 40;
const FRAGMENTS_MAX = 40;

const SRC = productSources();

/** @returns null when the file lies in no room of the folder, or beside rooms that do not count such files */
function roomIn(folder: string, path: string): string | null {
  const [room, ...rest] = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).split("/") : [];
  if (room === undefined) return null;
  if (rest.length > 0) return room;
  return ROOMS[folder]?.includes(".") ? "." : null;
}

function findClimbs(sources: readonly Source[]): string[] {
  return Object.entries(ROOMS).flatMap(([folder, rooms]) =>
    sources.flatMap((source) => {
      const from = roomIn(folder, source.path);
      if (from === null) return [];
      return readImports(source).flatMap((entry) => {
        const to = roomIn(folder, resolveImport(source, entry) ?? "");
        const climbs = to !== null && to !== from && rooms.indexOf(to) >= rooms.indexOf(from);
        return climbs
          ? [`${source.path}:${entry.line}: ${from} may not import ${to}, which is above it`]
          : [];
      });
    }),
  );
}

function listRooms(sources: readonly Source[], folder: string): string[] {
  return [...new Set(sources.flatMap(({ path }) => roomIn(folder, path) ?? []))].sort();
}

function findCrowded(sources: readonly Source[]): string[] {
  const folders = Map.groupBy(sources, ({ path }) => dirname(path));
  return [...folders].flatMap(([folder, files]) =>
    files.length <= FOLDER_FILES_MAX || LISTS.includes(folder) ? [] : [`${folder}: ${files.length} files`],
  );
}

function findFragments(sources: readonly Source[]): string[] {
  const readers = new Map<string, Set<string>>();
  for (const source of sources) {
    for (const entry of readImports(source)) {
      const target = resolveImport(source, entry) ?? "";
      readers.set(target, (readers.get(target) ?? new Set()).add(source.path));
    }
  }
  return sources.flatMap(({ path, text }) => {
    const [reader, ...others] = readers.get(path) ?? [];
    const isAlone = reader !== undefined && others.length === 0 && dirname(reader) === dirname(path);
    const lines = text.trimEnd().split("\n").length;
    return isAlone && lines < FRAGMENT_LINES && !LISTS.includes(dirname(path))
      ? [`${path} (${lines} lines) is read by ${reader} alone`]
      : [];
  });
}

test("rooms import only the rooms below them", () => {
  expectNone(findClimbs(SRC));
});

test("every room has its place among the layers of its folder, and every place is a room", () => {
  for (const [folder, rooms] of Object.entries(ROOMS))
    assert.deepEqual([...rooms].sort(), listRooms(SRC, folder), folder);
});

test("no folder of src but a list of rules or commands holds more than 20 files", () => {
  expectNone(findCrowded(SRC));
});

test("every folder that is called a list is there", () => {
  expectNone(LISTS.filter((folder) => !SRC.some(({ path }) => dirname(path) === folder)));
});

test("few modules are fragments of their only reader", () => {
  const fragments = findFragments(SRC);
  assert.ok(fragments.length <= FRAGMENTS_MAX, fragments.join("\n"));
});

test("a planted climb, a crowded folder and a fragment are found", () => {
  const planted = parseSources(
    new Map([
      ["src/app/workspace/a.ts", 'import { b } from "../recall/b.ts";'],
      ["src/app/recall/b.ts", 'import "../workspace/a.ts";\nexport const b = 1;'],
      ["src/app/page/c.ts", 'import "./d.ts";'],
      ["src/app/page/d.ts", "export const d = 1;"],
      ...Array.from({ length: 21 }, (_, index): [string, string] => [`src/git/f${index}.ts`, ""]),
      ...Array.from({ length: 21 }, (_, index): [string, string] => [`src/cli/commands/f${index}.ts`, ""]),
    ]),
  );
  assert.deepEqual(findClimbs(planted), [
    "src/app/workspace/a.ts:1: workspace may not import recall, which is above it",
  ]);
  assert.deepEqual(findCrowded(planted), ["src/git: 21 files"]);
  assert.deepEqual(findFragments(planted), [
    "src/app/page/d.ts (1 lines) is read by src/app/page/c.ts alone",
  ]);
});
