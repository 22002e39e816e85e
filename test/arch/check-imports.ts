import assert from "node:assert/strict";
import { test } from "node:test";
import { expectNone } from "./expect-none.ts";
import {
  BUILT_INS,
  HUB_MAY_IMPORT,
  HUB_PACKAGES,
  IN_BROWSER,
  LOADS_APP_LATE,
  MAY_IMPORT,
  PACKAGES,
  PURE,
  ROOM_MAY_IMPORT,
} from "./import-table.ts";
import { type Import, readImports, resolveImport } from "./modules.ts";
import { hubSources, parseSources, productSources, projectSources, type Source } from "./syntax.ts";

function folderOf(path: string): string {
  return path.split("/")[1] ?? "";
}

/** `app/clients` for everything below it; a file that lies in no folder of app is in no room. */
function roomOf(path: string): string {
  return path.split("/").slice(1, -1).slice(0, 2).join("/");
}

function findViolations(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    readImports(source).flatMap((entry) => {
      const target = resolveImport(source, entry);
      const reason = target === null ? judgePackage(source, entry) : judgeFile(source, entry, target);
      return reason === null ? [] : [`${source.path}:${entry.line}: ${reason}`];
    }),
  );
}

function judgeFile(source: Source, entry: Import, target: string): string | null {
  const from = folderOf(source.path);
  const to = folderOf(target);
  if (target === "package.json")
    return ["cli", "bin"].includes(from) ? null : "only cli and bin may read package.json";
  if (!target.startsWith("src/")) return `src may not import ${target}, which is not shipped`;
  const allowed = [from, ...(MAY_IMPORT[from] ?? []), ...(ROOM_MAY_IMPORT[roomOf(source.path)] ?? [])];
  if (!allowed.includes(to)) return `${from} may not import ${to} (ARCHITECTURE.md)`;
  if (IN_BROWSER.test(source.path)) {
    if (to === "app" && entry.form !== "type") return "a browser gets types of app, not its code";
    if (target.startsWith("src/web/server/")) return "a browser gets nothing of the server's code";
  }
  if (to === "app" && entry.form === "static" && LOADS_APP_LATE.includes(from)) {
    return `${from} loads a use-case by import() inside its handler, not at the top`;
  }
  return null;
}

function judgePackage(source: Source, { specifier, form }: Import): string | null {
  const folder = folderOf(source.path);
  const builtIn = specifier.startsWith("node:");
  const rule = (builtIn ? BUILT_INS : PACKAGES).find(({ name }) => name.test(specifier));
  if (builtIn && IN_BROWSER.test(source.path)) return `a browser has no ${specifier}`;
  if (rule?.from.test(source.path) === false) return `${specifier} may not be imported here`;
  if (rule === undefined && !builtIn) return `${specifier} is in no line of the package table`;
  if (rule === undefined && PURE.includes(folder)) return `${folder} is pure and may not import ${specifier}`;
  // A CommonJS package behind import() loses its named exports in the bundle; a file of ours that imports it keeps them.
  if (!builtIn && form === "dynamic")
    return `import() a file of ours that imports ${specifier}, not the package itself`;
  return null;
}

/** Each cycle once, as the path that closes it. import() is not an edge: it runs later. */
function findCycles(sources: readonly Source[]): string[] {
  const edges = new Map(
    sources.map((source) => {
      const late = readImports(source).filter(({ form }) => form !== "dynamic");
      return [source.path, late.flatMap((entry) => resolveImport(source, entry) ?? [])];
    }),
  );
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
    if (done.has(path) || trail.includes(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return cycles;
}

test("every import in src follows the table of ARCHITECTURE.md", () => {
  expectNone(findViolations(productSources()));
});

function findHubViolations(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    readImports(source).flatMap((entry) => {
      const target = resolveImport(source, entry);
      const isAllowed =
        target === null
          ? entry.specifier.startsWith("node:") || HUB_PACKAGES.test(entry.specifier)
          : target.startsWith("hub/src/") || HUB_MAY_IMPORT.test(target);
      return isAllowed
        ? []
        : [`${source.path}:${entry.line}: the hub may not import ${target ?? entry.specifier}`];
    }),
  );
}

test("the hub imports what is pure of src and its own packages, and src nothing of the hub", () => {
  expectNone(findHubViolations(hubSources()));
  const planted = new Map([
    ["hub/src/a.ts", 'import "../../src/app/a.ts";\nimport "hono";\nimport "../../src/memory/b.ts";'],
    ["src/cli/b.ts", 'import "../../hub/src/a.ts";\nimport "postgres";'],
  ]);
  assert.deepEqual(findHubViolations(parseSources(planted).slice(0, 1)), [
    "hub/src/a.ts:1: the hub may not import src/app/a.ts",
    "hub/src/a.ts:2: the hub may not import hono",
  ]);
  assert.deepEqual(findViolations(parseSources(planted).slice(1)), [
    "src/cli/b.ts:1: src may not import hub/src/a.ts, which is not shipped",
    "src/cli/b.ts:2: postgres is in no line of the package table",
  ]);
});

test("every folder of src is in the import table", () => {
  const folders = new Set(productSources().map(({ path }) => folderOf(path)));
  expectNone([...folders].filter((folder) => MAY_IMPORT[folder] === undefined));
});

test("every room of the import table is there, and uses what it alone may", () => {
  const used = (room: string, to: string): boolean =>
    productSources()
      .filter(({ path }) => roomOf(path) === room)
      .some((source) =>
        readImports(source).some((entry) => resolveImport(source, entry)?.startsWith(`src/${to}/`) === true),
      );
  const idle = Object.entries(ROOM_MAY_IMPORT).flatMap(([room, folders]) =>
    folders.filter((to) => !used(room, to)).map((to) => `${room} imports nothing of ${to}`),
  );
  expectNone(idle);
});

test("a planted arrow from outside of the room that may use it is found", () => {
  const line = 'import "../../agents/a.ts";';
  const planted: [string, string][] = [
    ["src/app/clients/a.ts", `${line}\nimport type { B } from "../../cli/b.ts";`],
    ["src/app/clients/deep/b.ts", 'import "../../../agents/a.ts";'],
    ["src/app/clients.ts", 'import "../agents/a.ts";'],
    ["src/app/clients-too/c.ts", line],
    ["src/app/recall/d.ts", 'const { a } = await import("../../agents/a.ts");'],
    ["src/store/clients/e.ts", line],
    ["src/agents/app/clients/f.ts", 'import "../../../app/clients/a.ts";'],
  ];
  assert.deepEqual(findViolations(parseSources(new Map(planted))), [
    "src/app/clients/a.ts:2: app may not import cli (ARCHITECTURE.md)",
    "src/app/clients.ts:1: app may not import agents (ARCHITECTURE.md)",
    "src/app/clients-too/c.ts:1: app may not import agents (ARCHITECTURE.md)",
    "src/app/recall/d.ts:1: app may not import agents (ARCHITECTURE.md)",
    "src/store/clients/e.ts:1: store may not import agents (ARCHITECTURE.md)",
    "src/agents/app/clients/f.ts:1: agents may not import app (ARCHITECTURE.md)",
  ]);
});

test("no files import each other in a circle", () => {
  expectNone(findCycles(projectSources()));
});

test("a planted arrow against the table is found, with its line and the rule", () => {
  const planted: [string, string][] = [
    [
      "src/memory/a.ts",
      'import { b } from "../validate/b.ts";\nimport "node:fs";\nimport "node:crypto";\nimport "node:path";',
    ],
    ["src/validate/b.ts", 'import type { C } from "../store/c.ts";\nimport "commander";\nimport "node:url";'],
    ["src/store/c.ts", 'import "node:fs";\nimport "node:child_process";\nimport "node:path";'],
    ["src/hooks/d.ts", 'import { save } from "../app/e.ts";\nconst { late } = await import("../app/e.ts");'],
    ["src/app/e.ts", 'export { x } from "../cli/f.ts";\nimport type { Y } from "yaml";'],
    [
      "src/cli/f.ts",
      'type T = import("../store/c.ts").T;\nimport "../../test/x.ts";\nimport "node:fs/promises";',
    ],
    ["src/memory/file/frontmatter.ts", 'const yaml = await import("yaml");'],
  ];
  assert.deepEqual(findViolations(parseSources(new Map(planted))), [
    "src/memory/a.ts:1: memory may not import validate (ARCHITECTURE.md)",
    "src/memory/a.ts:2: node:fs may not be imported here",
    "src/memory/a.ts:3: node:crypto may not be imported here",
    "src/memory/a.ts:4: memory is pure and may not import node:path",
    "src/validate/b.ts:1: validate may not import store (ARCHITECTURE.md)",
    "src/validate/b.ts:2: commander is in no line of the package table",
    "src/validate/b.ts:3: validate is pure and may not import node:url",
    "src/store/c.ts:2: node:child_process may not be imported here",
    "src/hooks/d.ts:1: hooks loads a use-case by import() inside its handler, not at the top",
    "src/app/e.ts:1: app may not import cli (ARCHITECTURE.md)",
    "src/app/e.ts:2: yaml may not be imported here",
    "src/cli/f.ts:1: cli may not import store (ARCHITECTURE.md)",
    "src/cli/f.ts:2: src may not import test/x.ts, which is not shipped",
    "src/cli/f.ts:3: node:fs/promises may not be imported here",
    "src/memory/file/frontmatter.ts:1: import() a file of ours that imports yaml, not the package itself",
  ]);
});

test("a planted import that no browser could follow is found", () => {
  const lines = ['import { e } from "../../app/e.ts";', 'import type { E } from "../../app/e.ts";'];
  const more = ['import "../server/h.ts";', 'import "node:path";'];
  const planted = new Map([["src/web/page/g.tsx", [...lines, ...more].join("\n")]]);
  assert.deepEqual(findViolations(parseSources(planted)), [
    "src/web/page/g.tsx:1: a browser gets types of app, not its code",
    "src/web/page/g.tsx:3: a browser gets nothing of the server's code",
    "src/web/page/g.tsx:4: a browser has no node:path",
  ]);
});

test("a planted circle is found, and import() does not make one", () => {
  const planted: [string, string][] = [
    ["src/memory/a.ts", 'import "./b.ts";'],
    ["src/memory/b.ts", 'import type { C } from "./c.ts";'],
    ["src/memory/c.ts", 'import "./a.ts";'],
    ["src/memory/d.ts", 'import "./e.ts";'],
    ["src/memory/e.ts", 'await import("./d.ts");'],
  ];
  assert.deepEqual(findCycles(parseSources(new Map(planted))), [
    "src/memory/a.ts → src/memory/b.ts → src/memory/c.ts → src/memory/a.ts",
  ]);
});
