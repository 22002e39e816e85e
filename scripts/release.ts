// `npm run release`: names the release in the changelog, builds, packs, checks what was packed as verify does, and writes the
// notes. Publishes nothing, commits nothing, tags nothing: what is left to do is printed. Where a step fails, the changelog is
// as it was.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildPackage } from "./build.ts";
import { packageSteps } from "./verify/package-steps.ts";
import { nameRelease, readNotes, sayUnreleasable } from "./verify/release-notes.ts";
import { runCommand, stepOfProblems } from "./verify/step.ts";

const OUT = "release";
const CHANGELOG = "CHANGELOG.md";
const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
const tarball = join(OUT, `credence-${version}.tgz`);

const before = readFileSync(CHANGELOG, "utf8");
const after = nameRelease(version, before);
const steps = [
  stepOfProblems("versions", async () => sayUnreleasable(version, after)),
  stepOfProblems("sources", findUncommitted),
  stepOfProblems("build", async () => {
    await buildPackage("dist");
    return [];
  }),
  ...packageSteps(OUT),
];

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
if (after !== before) writeFileSync(CHANGELOG, after);
if (await runAll()) {
  writeFileSync(join(OUT, "notes.md"), readNotes(version, after) ?? "");
  rmSync(join(OUT, "installed"), { recursive: true, force: true });
  sayNext();
} else {
  if (after !== before) writeFileSync(CHANGELOG, before);
  rmSync(OUT, { recursive: true, force: true });
  process.exitCode = 1;
}

/** What is packed has to be what the tag will name. */
async function findUncommitted(): Promise<string[]> {
  const { code, output } = await runCommand(["git", "status", "--porcelain"]);
  if (code !== 0) return [output];
  const changed = output.split("\n").filter((line) => line !== "" && line !== ` M ${CHANGELOG}`);
  const tagged = await runCommand(["git", "tag", "--list", `v${version}`]);
  return [
    ...changed.map((line) => `not committed: ${line}`),
    ...(tagged.output.trim() === "" ? [] : [`v${version} is released: give this one another version`]),
  ];
}

/** The first that fails ends it. */
async function runAll(): Promise<boolean> {
  for (const step of steps) {
    const { failed, output } = await step.run();
    console.log(`${failed === 0 ? "ok  " : "FAIL"} ${step.name}`);
    if (failed === 0) continue;
    console.log(output);
    return false;
  }
  return true;
}

function sayNext(): void {
  const digest = createHash("sha256").update(readFileSync(tarball)).digest("hex");
  console.log(
    `\n${tarball} (sha256 ${digest}) and ${join(OUT, "notes.md")} are ready; nothing was published.`,
  );
  console.log("Next:");
  const isNamed = after !== before;
  for (const line of [
    "npm run verify:deep",
    ...(isNamed ? [`git commit --message "Release ${version}" ${CHANGELOG}`] : []),
    `git tag v${version}`,
    `npm publish ${tarball}`,
  ])
    console.log(`  ${line}`);
}
