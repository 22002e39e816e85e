// The page: one script, one style sheet and the document that names them, as a browser gets them.

import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Metafile } from "esbuild";

const SOURCES = "src/web/page";

/** Without maps: what is served is all there is. */
export async function buildPage(root: string, outDir: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      { in: join(SOURCES, "main.tsx"), out: "page" },
      { in: join(SOURCES, "style/page.css"), out: "page" },
    ],
    outdir: outDir,
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    target: ["chrome123", "firefox128", "safari17.5"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    charset: "utf8",
    metafile: true,
    logLevel: "warning",
  });
  for (const name of ["index.html", "icon.svg"]) {
    copyFileSync(join(root, SOURCES, name), join(outDir, name));
  }
  return metafile;
}
