// The MCP SDK without what our server never calls: its JSON Schema validator checks what a client's user typed into a form, and
// we ask for none. It is as large as everything else together, and would be read at every start.

import type { Plugin } from "esbuild";

const SHIMS = /^@modelcontextprotocol\/server\/_shims$/;

const CONTENTS = `
export const process = globalThis.process;
export class DefaultJsonSchemaValidator {
  getValidator() { throw new Error("this server asks for no forms"); }
}
`;

export const leanSdk: Plugin = {
  name: "lean-sdk",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: SHIMS }, ({ path }) => ({ path, namespace: "lean-sdk" }));
    onLoad({ filter: /.*/, namespace: "lean-sdk" }, () => ({ contents: CONTENTS }));
  },
};
