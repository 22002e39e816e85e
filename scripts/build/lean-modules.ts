// For the process that hooks wait for: built-in modules that it seldom needs are loaded when they are used, and hashing needs
// none. Loading node:crypto alone takes longer than a whole recall.

import { basename } from "node:path";
import type { Plugin } from "esbuild";

/** Modules that hold nothing but tables: what they compute is computed here, once. */
const TABLES = /\/src\/search\/[a-z-]+-tables?\.ts$/;
/** Use-cases that are too large for a small process and seldom needed: they are loaded from the whole program. */
const LATER = /\/app\/recheck-file\.ts$/;
const SELDOM = /^node:(?:crypto|child_process|os)$/;

export const leanModules: Plugin = {
  name: "lean-modules",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\/sha256\.ts$/ }, ({ path, resolveDir }) => ({
      path: new URL(path.replace("sha256.ts", "sha256-plain.ts"), `file://${resolveDir}/`).pathname,
    }));
    onLoad({ filter: TABLES }, async ({ path }) => ({ contents: await renderTables(path) }));
    onResolve({ filter: LATER }, ({ path }) => ({ path, namespace: "later" }));
    onLoad({ filter: /.*/, namespace: "later" }, ({ path }) => ({
      contents: `module.exports = require("./${basename(path, ".ts")}.js");`,
    }));
    onResolve({ filter: /^\.\/[a-z-]+\.js$/, namespace: "later" }, ({ path }) => ({ path, external: true }));
    onResolve({ filter: SELDOM }, ({ path }) => ({ path, namespace: "seldom" }));
    onLoad({ filter: /.*/, namespace: "seldom" }, async ({ path }) => ({ contents: await renderLazy(path) }));
  },
};

/** A module of getters: esbuild reads an import at each use, so the real one is loaded at the first. */
async function renderLazy(name: string): Promise<string> {
  const names = Object.keys(await import(name)).filter((each) => each !== "default" && /^\w+$/.test(each));
  const getters = names.map((each) => `get ${each}() { return real().${each}; },`);
  return [
    "let loaded;",
    `const real = () => (loaded ??= process.getBuiltinModule(${JSON.stringify(name)}));`,
    `module.exports = {\n${getters.join("\n")}\n};`,
  ].join("\n");
}

async function renderTables(path: string): Promise<string> {
  const tables: Readonly<Record<string, Iterable<unknown>>> = await import(path);
  const lines = Object.entries(tables).map(([name, table]) => {
    const kind = table instanceof Map ? "Map" : "Set";
    return `export const ${name} = new ${kind}(${JSON.stringify([...table])});`;
  });
  return lines.join("\n");
}
