import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { compareNames } from "./documented-names.ts";
import { expectNone } from "./expect-none.ts";
import { parsePage } from "./markdown.ts";
import { ROOT, readProjectFile } from "./project-files.ts";

type Manifest = {
  version: string;
  dependencies?: Record<string, string>;
  devDependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional?: boolean }>;
  scripts: Record<string, string>;
};
const MANIFEST: Manifest = JSON.parse(readProjectFile("package.json"));
/** The hub is a package of its own, which is not bundled. */
const HUB: Required<Pick<Manifest, "dependencies">> = JSON.parse(readProjectFile("hub/package.json"));

test("the changelog has a heading for the version of package.json", () => {
  const headings = readProjectFile("CHANGELOG.md")
    .split("\n")
    .filter((line) => line.startsWith("## "));
  assert.ok(
    headings.some((heading) => heading.includes(MANIFEST.version)),
    headings.join("\n"),
  );
});

test("every package we use has its line in DEPENDENCIES.md, and no other has one", () => {
  const page = parsePage("DEPENDENCIES.md", readProjectFile("DEPENDENCIES.md"));
  expectNone(
    compareNames([page], "package", Object.keys({ ...MANIFEST.devDependencies, ...HUB.dependencies })),
  );
});

test("everything is bundled, so the package has no runtime dependency", () => {
  assert.equal(MANIFEST.dependencies, undefined);
});

test("a peer is optional and has its line in DEPENDENCIES.md, and no other has one", () => {
  const page = parsePage("DEPENDENCIES.md", readProjectFile("DEPENDENCIES.md"));
  const peers = Object.keys(MANIFEST.peerDependencies);
  expectNone(compareNames([page], "peer", peers));
  expectNone(peers.filter((name) => MANIFEST.peerDependenciesMeta[name]?.optional !== true));
});

test("versions are exact, because a range is decided by somebody else on another day", () => {
  expectNone(
    Object.entries({ ...MANIFEST.devDependencies, ...HUB.dependencies })
      .filter(([, range]) => !/^\d+\.\d+\.\d+$/.test(range))
      .map(String),
  );
});

test("what is packed is what the build step built", () => {
  assert.equal(MANIFEST.scripts["prepack"], MANIFEST.scripts["build"]);
});

test("the package carries its licence", () => {
  assert.ok(existsSync(join(ROOT, "LICENSE")));
});

test("the lock file names no registry, so that any mirror can serve it", () => {
  assert.doesNotMatch(readProjectFile("package-lock.json"), /"resolved": (?!"hub")/);
});
