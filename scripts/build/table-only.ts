// For the process that answers from the tables of commands: it runs none, so what they load by import() is left out.

import type { Plugin } from "esbuild";

export const tableOnly: Plugin = {
  name: "table-only",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, namespace: "left-out" } : null,
    );
    onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents: "" }));
  },
};
