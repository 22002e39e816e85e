// For every process: built-in modules that it seldom needs are loaded when they are used, and hashing needs none. Loading
// node:crypto alone takes longer than a whole recall.

import { basename, join } from "node:path";
import type { Plugin } from "esbuild";
import { renderTables } from "./render-tables.ts";

/** Modules that hold nothing but tables: what they compute is computed here, once. */
const TABLES = /\/src\/search\/words\/(?:[a-z-]+-)?tables?\.ts$/;
/** Packages that do nothing when they are loaded, and do not say so: where nobody calls them, nothing of them is built in. */
const IDLE = /^jsonc-parser$/;
const SELDOM = /^node:(?:crypto|child_process|os)$/;

export const leanModules: Plugin = {
  name: "lean-modules",
  setup({ onLoad, onResolve, resolve }) {
    onResolve({ filter: /\/sha256\.ts$/ }, ({ path, resolveDir }) => ({
      path: new URL(path.replace("sha256.ts", "sha256-plain.ts"), `file://${resolveDir}/`).pathname,
    }));
    onLoad({ filter: TABLES }, async ({ path }) => ({ contents: await renderTables(path) }));
    onResolve({ filter: IDLE }, async ({ path, pluginData, ...from }) => {
      if (pluginData === IDLE) return null;
      const { importer, kind, resolveDir } = from;
      const found = await resolve(path, { importer, kind, resolveDir, pluginData: IDLE });
      return { path: found.path, errors: found.errors, sideEffects: false };
    });
    onResolve({ filter: SELDOM }, ({ path }) => ({ path, namespace: "seldom" }));
    onLoad({ filter: /.*/, namespace: "seldom" }, async ({ path }) => ({ contents: await renderLazy(path) }));
  },
};

/** What is too large for a small process and seldom needed: each is a file of its own. */
const LATER = /\/(?:app\/change\/recheck-file|validate\/find-wording)\.ts$/;
const STARTED = /^\.\/(?:cli|help)\.ts$/;

export const laterModules: Plugin = {
  name: "later-modules",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: LATER }, ({ path }) => ({ path, namespace: "later" }));
    onResolve({ filter: STARTED }, ({ path, importer }) =>
      importer.endsWith("/src/bin/start-bundle.ts") ? { path, namespace: "later" } : null,
    );
    onLoad({ filter: /.*/, namespace: "later" }, ({ path }) => ({
      contents: `module.exports = require("./${basename(path, ".ts")}.cjs");`,
    }));
    onResolve({ filter: /^\.\/[a-z-]+\.cjs$/, namespace: "later" }, ({ path }) => ({ path, external: true }));
  },
};

/** A server lives as long as its session, and install of another copy removes its files meanwhile: all of it is in one file, which is
 * loaded at its start. */
export const wholeServer: Plugin = {
  name: "whole-server",
  setup({ onResolve }) {
    onResolve({ filter: LATER }, ({ path, resolveDir }) => ({ path: join(resolveDir, path) }));
  },
};

/** Functions that load the real module at the first call; those that nobody imports are not built in. */
async function renderLazy(name: string): Promise<string> {
  const built: Readonly<Record<string, unknown>> = await import(name);
  const functions = Object.keys(built).filter(
    (each) => /^[a-z]\w*$/.test(each) && typeof built[each] === "function",
  );
  return [
    "let loaded;",
    `const real = () => (loaded ??= process.getBuiltinModule(${JSON.stringify(name)}));`,
    ...functions.map((each) => `export const ${each} = (...given) => real().${each}(...given);`),
  ].join("\n");
}
