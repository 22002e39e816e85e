// For a process that handles one event: what its handler loads by import() is imported at once. In a process that always needs
// all of it, a module that waits to be loaded only costs the wrapping.

import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

const LOADED = /^ *const (\{[^}]+\}) = await import\(("[^"]+")\);\n/gm;

export const flatHooks: Plugin = {
  name: "flat-hooks",
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/hooks\/[a-z-]+\.ts$/ }, async ({ path }) => {
      const imports: string[] = [];
      const text = (await readFile(path, "utf8")).replaceAll(LOADED, (_, names: string, from: string) => {
        imports.push(`import ${names} from ${from};\n`);
        return "";
      });
      return { contents: imports.join("") + text, loader: "ts" };
    });
  },
};
