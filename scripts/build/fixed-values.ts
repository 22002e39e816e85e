// Modules whose exports are values that the build computes: the bundle gets what they compute, and none of what they import.

import type { Plugin } from "esbuild";

const FIXED = /\/src\/(?:agents\/client-words|cli\/call\/program|memory\/file\/sha256-code)\.ts$/;

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
  },
};
