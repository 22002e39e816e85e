// Bundles each process of src/bin into dist/. Everything is bundled, so the package has no runtime dependency and an
// install runs no script; heavy parts stay behind import() and become chunks that only their command loads.

import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { renderLicenses } from "./build/render-licenses.ts";

const ROOT = join(import.meta.dirname, "..");

/** Bundled CommonJS packages call `require` for built-in modules; an ES module has none. */
const REQUIRE_BANNER = [
  'import { createRequire as __createRequire } from "node:module";',
  "const require = __createRequire(import.meta.url);",
].join("\n");

export async function buildPackage(outDir: string): Promise<Metafile> {
  rmSync(outDir, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ["src/bin/cli.ts"],
    outdir: outDir,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    format: "esm",
    platform: "node",
    target: "node22.16",
    mainFields: ["module", "main"],
    banner: { js: REQUIRE_BANNER },
    keepNames: true,
    // Maps without the sources: a stack trace gets its file and line, the package stays small.
    sourcemap: "linked",
    sourcesContent: false,
    legalComments: "eof",
    metafile: true,
    logLevel: "warning",
  });
  chmodSync(join(outDir, "cli.js"), 0o755);
  writeFileSync(join(outDir, "THIRD-PARTY-LICENSES.txt"), renderLicenses(ROOT, metafile));
  return metafile;
}

if (import.meta.main) await buildPackage(join(ROOT, "dist"));
