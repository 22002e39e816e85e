// What package.json says of the program. The build takes these two out of it (scripts/build/fixed-values.ts).

import packageJson from "../../../package.json" with { type: "json" };

export const PROGRAM: { readonly name: string; readonly version: string } = {
  name: packageJson.name,
  version: packageJson.version,
};
