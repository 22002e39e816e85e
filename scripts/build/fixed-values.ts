// Modules whose exports the build computes: the bundle gets what they compute, and none of what they import.

import type { Plugin } from "esbuild";

/** Their values. */
const FIXED = /\/src\/(?:agents\/client-words|cli\/call\/program|memory\/file\/sha256-code)\.ts$/;
/** And what their functions give, which here takes long and is computed only where it is asked for. */
const GIVING = /\/src\/validate\/injection\/concepts\/packed-words\.ts$/;

export const fixedValues: Plugin = {
  name: "fixed-values",
  setup({ onLoad }) {
    onLoad({ filter: FIXED }, async ({ path }) => {
      const values: Readonly<Record<string, unknown>> = await import(path);
      const lines = Object.entries(values)
        .filter(([, value]) => typeof value !== "function")
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      return { contents: lines.join("\n") };
    });
    onLoad({ filter: GIVING }, async ({ path }) => {
      const exported: Readonly<Record<string, unknown>> = await import(path);
      const lines = Object.entries(exported).map(([name, value]) => {
        const [given, open] = typeof value === "function" ? [value(), "() => "] : [value, ""];
        return `export const ${name} = ${open}(${JSON.stringify(given)});`;
      });
      return { contents: lines.join("\n") };
    });
  },
};
