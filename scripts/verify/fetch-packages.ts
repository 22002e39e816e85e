// Programs of others that our tests run, fetched from the registry when they are missing: pinned versions, each in a folder of
// its own, because they are large and not ours to depend on. All at once: each of them mostly waits.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const FLAGS =
  "--omit=optional --no-save --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error".split(
    " ",
  );

export type Fetched = {
  /** Of this checkout, and none of git's business. */
  readonly folder: ".clients" | ".node";
  readonly name: string;
  readonly version: string;
  /** The test files that need it. */
  readonly tests: readonly string[];
};

export type MissingProgram = { readonly tests: readonly string[]; readonly why: string };

/** Says what is not here and could not be fetched. */
export async function fetchMissing(
  all: readonly Fetched[],
  env: NodeJS.ProcessEnv,
): Promise<MissingProgram[]> {
  return (await Promise.all(all.map((each) => fetchOne(each, env)))).flat();
}

export function placeOf(fetched: Fetched): string {
  return join(prefixOf(fetched), "node_modules", fetched.name);
}

function prefixOf({ folder, name, version }: Fetched): string {
  return join(ROOT, folder, `${name.replace(/^@[^/]+\//, "")}-${version}`);
}

function fetchOne(fetched: Fetched, env: NodeJS.ProcessEnv): Promise<MissingProgram[]> {
  // npm writes it last, so that one that was interrupted is fetched anew.
  const isThere = (): boolean => existsSync(join(prefixOf(fetched), "node_modules", ".package-lock.json"));
  if (isThere()) return Promise.resolve([]);
  const spec = `${fetched.name}@${fetched.version}`;
  const missing = (why: string): MissingProgram[] => [
    { tests: fetched.tests, why: `npm could not fetch ${spec}: ${why}` },
  ];
  return new Promise((resolve) => {
    const child = spawn("npm", ["install", "--prefix", prefixOf(fetched), ...FLAGS, spec], {
      cwd: ROOT,
      env,
    });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => said.push(String(chunk)));
    child.on("error", (error) => resolve(missing(error.message)));
    child.on("close", (code) => {
      resolve(code === 0 && isThere() ? [] : missing(said.join("").trim()));
    });
  });
}
