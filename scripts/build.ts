// Bundles each process of src/bin into one file of dist/. Everything is bundled, so the package has no runtime dependency and an
// install runs no script; what stays behind import() is evaluated only by the command that needs it.

import { createHash } from "node:crypto";
import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { buildPage } from "./build/build-page.ts";
import { fixedValues } from "./build/fixed-values.ts";
import { flatHooks } from "./build/flat-hooks.ts";
import { laterModules, leanModules, wholeServer } from "./build/lean-modules.ts";
import { leanSdk } from "./build/lean-sdk.ts";
import { renderLicenses } from "./build/render-licenses.ts";
import { tableOnly } from "./build/table-only.ts";

const ROOT = join(import.meta.dirname, "..");

type Built = { readonly metafile: Metafile };

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  target: "node22.16",
  mainFields: ["module", "main"],
  format: "cjs",
  // Where a file of ours is: what lies beside it is found from there.
  define: { "import.meta.dirname": "__dirname" },
  // The names stay: shorter ones start no faster.
  minifyWhitespace: true,
  minifySyntax: true,
  // Maps without the sources: a stack trace gets its file and line, the package stays small.
  sourcemap: "linked",
  sourcesContent: false,
  legalComments: "eof",
  metafile: true,
  logLevel: "warning",
} as const satisfies BuildOptions;

/** Every file of ours asks for the same few built-in modules, and `require` takes its time each time. The small processes are
 * handed this one, and so is the whole program. A Node.js too old for it must come as far as being told so. */
const LOAD_ONCE_BANNER =
  '"use strict"; require = ((load, known) => (name) => (known[name] ??= process.getBuiltinModule?.(name) ?? load(name)))(require, { __proto__: null });';

/** What is read on every prompt: nothing that is not used. */
const LEAN = {
  ...COMMON,
  plugins: [fixedValues, laterModules, leanModules, leanSdk],
} as const satisfies BuildOptions;

/** Processes that somebody waits for on every prompt or tool call, or when a session begins. */
const LEAN_PROCESSES = ["recall", "hook-prompt", "hook-recall", "hook-guard", "hook-capture", "mcp"] as const;
/** Those of them that handle one event. */
const FLAT_PROCESSES: ReadonlySet<string> = new Set(["hook-prompt", "hook-guard"]);

/** What is read and not run. */
const WORD_TABLE = "words-64x32k.bin";

export async function buildPackage(outDir: string): Promise<Metafile> {
  rmSync(outDir, { recursive: true, force: true });
  const whole = await Promise.all([
    buildWhole(outDir, "src/bin/cli.ts", [fixedValues, leanModules]),
    buildWhole(outDir, "src/bin/help.ts", [fixedValues, leanModules, tableOnly]),
    buildWhole(outDir, "src/app/change/recheck-file.ts", [fixedValues, leanModules]),
    buildWhole(outDir, "src/validate/find-wording.ts", [fixedValues, leanModules]),
  ]);
  wrapRunning(join(outDir, "cli.cjs"));
  const lean = await Promise.all(LEAN_PROCESSES.map((name) => buildLean(outDir, name)));
  const command = await build({
    ...LEAN,
    entryPoints: ["src/bin/credence.ts"],
    outfile: join(outDir, "credence.cjs"),
    banner: { js: LOAD_ONCE_BANNER },
    define: {
      ...LEAN.define,
      BUILD: JSON.stringify(hashOf(["cli", ...LEAN_PROCESSES].map((name) => join(outDir, `${name}.cjs`)))),
    },
  });
  const page = await buildPage(ROOT, join(outDir, "page"));
  const metafiles = [...[...whole, ...lean, command].map((each) => each.metafile), page];
  const metafile = {
    inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
  };
  copyFileSync(join(ROOT, "src/search/meaning", WORD_TABLE), join(outDir, WORD_TABLE));
  chmodSync(join(outDir, "credence.cjs"), 0o755);
  writeFileSync(join(outDir, "THIRD-PARTY-LICENSES.txt"), renderLicenses(ROOT, metafile));
  return metafile;
}

/** With the real modules of Node, as none of the small processes has them. */
async function buildWhole(outDir: string, entry: string, plugins: Plugin[]): Promise<Built> {
  const outfile = join(outDir, `${basename(entry, ".ts")}.cjs`);
  const banner = { js: LOAD_ONCE_BANNER };
  const built = await build({ ...COMMON, plugins, entryPoints: [entry], outfile, banner });
  writeFileSync(outfile, toAscii(readFileSync(outfile, "utf8")));
  return built;
}

async function buildLean(outDir: string, name: (typeof LEAN_PROCESSES)[number]): Promise<Built> {
  const flat = FLAT_PROCESSES.has(name) ? [flatHooks] : [];
  const plugins = [...flat, ...(name === "mcp" ? [wholeServer] : []), ...LEAN.plugins];
  const outfile = join(outDir, `${name}.cjs`);
  const built = await build({ ...LEAN, plugins, entryPoints: [`src/bin/${name}.ts`], outfile });
  writeFileSync(outfile, wrap(toAscii(readFileSync(outfile, "utf8"))));
  return built;
}

/** As start-bundle.ts runs it: putting a text of this length together there takes time on every prompt. */
function wrap(text: string): string {
  return `(function (require, process, __dirname) {${text}\n})`;
}

/** The same, which also runs where Node itself loads it: then nothing that was compiled is kept. */
function wrapRunning(path: string): void {
  const start = `(run) => typeof module === "object" ? run(require, process, __dirname) : run`;
  writeFileSync(path, `(${start})(${wrap(readFileSync(path, "utf8"))})`);
}

/** One byte a character is read faster than text. What esbuild leaves as it is stands in patterns and comments, and there an
 * escape means the same. */
function toAscii(text: string): string {
  return text.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(readFileSync(path));
  return hash.digest("hex").slice(0, 16);
}

if (import.meta.main) await buildPackage(join(ROOT, "dist"));
