// The law, the block and their tests as scripts that a process can run again and again, each time with another module in the place of
// one of them.

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Metafile, transform } from "esbuild";

export const ROOT = join(import.meta.dirname, "../../..");

export type Compiled = {
  /** By path from the root of the project. */
  readonly scripts: ReadonlyMap<string, string>;
  /** The modules that each test loads, with itself. */
  readonly loads: ReadonlyMap<string, ReadonlySet<string>>;
};

/** Of the rooms that are mutated; those of the mutants made by hand copy files, and try what is tried here. */
export function listTests(): string[] {
  return globSync("test/memory/{law,block}/**/*.test.ts", { cwd: ROOT })
    .filter((path) => !path.endsWith("/mutants.test.ts"))
    .sort();
}

const FORM = {
  format: "cjs",
  target: "node22",
  define: { "import.meta.dirname": "__dirname", "import.meta.filename": "__filename" },
  supported: { "dynamic-import": false },
} as const;

/** The tests and all that they import. */
export async function compile(tests: readonly string[]): Promise<Compiled> {
  const { metafile } = await build({
    ...FORM,
    ...{ absWorkingDir: ROOT, entryPoints: [...tests], packages: "external", platform: "node" },
    ...{ bundle: true, write: false, outdir: "whole", logLevel: "error" },
    metafile: true,
  });
  const paths = Object.keys(metafile.inputs);
  const scripts = paths.map(async (path) => {
    return [path, await compileOne(readFileSync(join(ROOT, path), "utf8"))] as const;
  });
  return {
    scripts: new Map(await Promise.all(scripts)),
    loads: new Map(tests.map((test) => [test, listLoaded(test, metafile)])),
  };
}

function listLoaded(test: string, { inputs }: Metafile): ReadonlySet<string> {
  const loaded = new Set([test]);
  // Whatever is added on the way is visited, too.
  for (const each of loaded) for (const { path } of inputs[each]?.imports ?? []) loaded.add(path);
  return loaded;
}

export async function compileOne(text: string): Promise<string> {
  return (await transform(text, { ...FORM, loader: "ts" })).code;
}
