// `npm run release`: builds, packs, checks what was packed as verify does, and writes the notes from the changelog. Publishes
// nothing: what is left to do is printed.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildPackage } from "./build.ts";
import { packageSteps } from "./verify/package-steps.ts";
import { readNotes, sayUnreleasable } from "./verify/release-notes.ts";
import { stepOfProblems } from "./verify/step.ts";

const OUT = "release";
const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT);
const changelog = readFileSync("CHANGELOG.md", "utf8");
const steps = [
  stepOfProblems("versions", async () => sayUnreleasable(version, changelog)),
  stepOfProblems("build", async () => {
    await buildPackage("dist");
    return [];
  }),
  ...packageSteps(OUT),
];
let failed = 0;
for (const step of steps) {
  const result = await step.run();
  console.log(`${result.failed === 0 ? "ok  " : "FAIL"} ${step.name}`);
  if (result.failed > 0) console.log(result.output);
  failed += result.failed;
}
if (failed === 0) {
  writeFileSync(join(OUT, "notes.md"), readNotes(version, changelog) ?? "");
  rmSync(join(OUT, "installed"), { recursive: true, force: true });
  console.log(
    `\n${join(OUT, `credence-${version}.tgz`)} and ${join(OUT, "notes.md")} are ready; nothing was published.`,
  );
  console.log(
    `Next: npm run verify:deep, git tag v${version}, npm publish ${join(OUT, `credence-${version}.tgz`)}`,
  );
}
process.exitCode = failed === 0 ? 0 : 1;
