// `npm run evidence`: measures what the project claims, part by part, and writes docs/evidence.md with its pictures.
// `npm run evidence -- PART…` prints those parts and writes nothing; `-- quick` prints a small form of all of them, which
// `npm run verify` runs too. `--hub-store DIRECTORY` is a database that bench:hub filled, which takes half an hour. Exit 1: a promise was broken in this run.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildPackage } from "../../scripts/build.ts";
import { VERSIONS } from "../../scripts/verify/fetch-clients.ts";
import { drawLines } from "./draw-lines.ts";
import { PARTS } from "./parts.ts";
import { type Measured, type Run, renderPage, renderPart } from "./render-page.ts";
import type { Context, Part } from "./section.ts";

const ROOT = join(import.meta.dirname, "../..");
const DOCS = join(ROOT, "docs");
const SEED = 20_261_119;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string" }, "hub-store": { type: "string" } },
});
const size = positionals.includes("quick") ? "quick" : "full";
const named = positionals.filter((each) => each !== "quick");
const unknown = named.filter((each) => !PARTS.some(({ name }) => name === each));
const seed = Number(values.seed ?? SEED);

if (unknown.length > 0 || !Number.isSafeInteger(seed)) {
  const parts = PARTS.map(({ name }) => name).join(", ");
  console.error(`error: there is no part ${unknown.join(", ") || `by --seed ${values.seed}`}`);
  console.error(`hint: parts are ${parts}; "quick" makes them small, --seed takes a whole number`);
  process.exitCode = 64;
} else {
  process.exitCode = await main(
    named.length === 0 ? PARTS : PARTS.filter(({ name }) => named.includes(name)),
  );
}

async function main(parts: readonly Part[]): Promise<number> {
  const start = performance.now();
  const scratch = mkdtempSync(join(tmpdir(), "credence-evidence-"));
  try {
    const measured = await measureAll(parts, scratch);
    const minutes = Math.max(1, Math.round((performance.now() - start) / 60_000));
    if (size === "full" && parts === PARTS) writePage({ ...describeRun(), minutes }, measured);
    else for (const each of measured) console.log(`${renderPart(each)}\n`);
    const broken = measured.flatMap(({ section }) => section.broken);
    for (const each of broken) console.error(`broken: ${each}`);
    return broken.length === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function measureAll(parts: readonly Part[], scratch: string): Promise<Measured[]> {
  const dist = join(scratch, "dist");
  await buildPackage(dist);
  const measured: Measured[] = [];
  for (const { name, run } of parts) {
    const own = join(scratch, name);
    mkdirSync(own);
    const context: Context = {
      size,
      seed,
      scratch: own,
      hubStore: values["hub-store"] ?? null,
      dist,
      tell: (line) => console.error(`${name}: ${line}`),
    };
    measured.push({ name, section: await run(context) });
  }
  return measured;
}

function writePage(run: Run, measured: readonly Measured[]): void {
  writeFileSync(join(DOCS, "evidence.md"), renderPage(run, measured));
  for (const { section } of measured)
    for (const chart of section.charts)
      writeFileSync(join(DOCS, `evidence-${chart.name}.svg`), drawLines(chart));
}

function describeRun(): Omit<Run, "minutes"> {
  const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
  const changed = git("status", "--porcelain", "--", ".", ":!docs/evidence*") === "" ? "" : ", with changes";
  const memory = Math.round(totalmem() / 1024 ** 3);
  return {
    commit: `${git("rev-parse", "--short=12", "HEAD")}${changed}`,
    version,
    node: process.version,
    account: process.getuid?.() === 0 ? "root" : "an ordinary one",
    clients: `Claude Code ${VERSIONS.claude}, Codex ${VERSIONS.codex}, Gemini CLI ${VERSIONS.gemini}`,
    machine: `${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${memory} GB`,
    seed,
    date: new Date().toISOString().slice(0, 10),
  };
}
