// Checks what would really be published: the packed tarball, not the work tree.

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runCommand, type Step, stepOfCommand, stepOfProblems } from "./step.ts";

const INSTALLED_BYTES_MAX = 30 * 1024 * 1024;
const SHIPPED =
  /^(dist\/.*\.(c?js|c?js\.map|txt)|dist\/words-64x32k\.bin|dist\/page\/(index\.html|page\.css|icon\.svg)|NOTICE|(plugin\/|\.claude-plugin\/).*\.(json|cjs|md|sh)|docs\/.*\.(md|png|svg)|(README|CHANGELOG|SECURITY|DEPENDENCIES)\.md|LICENSE|package\.json)$/;
const REQUIRED = [
  "dist/credence.cjs",
  "dist/page/page.js",
  "dist/THIRD-PARTY-LICENSES.txt",
  "dist/words-64x32k.bin",
  "NOTICE",
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
  "SECURITY.md",
];

type PackedFile = { readonly path: string; readonly size: number };

export function packageSteps(directory: string): Step[] {
  // Commands run elsewhere, too.
  const dir = resolve(directory);
  const tarball = join(dir, `credence-${readVersion()}.tgz`);
  return [
    stepOfProblems("pack", () => packAndJudge(dir)),
    stepOfCommand("publint", ["publint", "run", "--strict", tarball]),
    // The package is a command without an importable API, so "contains no types" is the right answer and passes. Should it
    // ever export something, attw judges its types without a change here.
    stepOfCommand("attw", ["attw", "--no-definitely-typed", tarball]),
    stepOfProblems("install and run", () => installAndRun(dir, tarball)),
  ];
}

function readVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
  return version;
}

async function packAndJudge(dir: string): Promise<string[]> {
  mkdirSync(dir, { recursive: true });
  // The build step has just run the same script as prepack.
  const { code, output } = await runCommand([
    "npm",
    "pack",
    "--ignore-scripts",
    "--json",
    "--loglevel=error",
    "--pack-destination",
    dir,
  ]);
  if (code !== 0) return [output];
  const packed: { files: PackedFile[]; unpackedSize: number }[] = JSON.parse(output);
  const files = packed.flatMap((entry) => entry.files);
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  return [
    ...files
      .filter(({ path }) => !SHIPPED.test(path))
      .map(({ path }) => `${path} has no place in the package`),
    ...REQUIRED.filter((path) => !files.some((file) => file.path === path)).map(
      (path) => `${path} is missing`,
    ),
    ...(bytes > INSTALLED_BYTES_MAX ? [`${bytes} bytes installed, allowed are ${INSTALLED_BYTES_MAX}`] : []),
  ];
}

/** As a user installs it, but offline and without scripts: the package brings all it needs. */
async function installAndRun(dir: string, tarball: string): Promise<string[]> {
  const target = join(dir, "installed");
  mkdirSync(target, { recursive: true });
  const flags = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const place = ["--global", "--prefix", target, ...flags];
  const install = await runCommand(["npm", "install", ...place, tarball], target);
  if (install.code !== 0 || /warn|error/i.test(install.output)) return [install.output];
  if (!existsSync(join(target, "lib/node_modules/credence/docs/clients.md")))
    return ["docs/clients.md was not installed"];
  const { code, output } = await runCommand([join(target, "bin/credence"), "--version"], target);
  const isRight = code === 0 && output === `credence ${readVersion()}\n`;
  return isRight ? [] : [`credence --version: exit ${code}`, output];
}
