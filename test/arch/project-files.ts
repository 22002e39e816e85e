// What the architecture tests look at: every text file of the project, by its path from the root.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

const SOURCE_FOLDERS = ["src", "test", "scripts", "bench", "hub"];
const TEXT_FOLDERS = [...SOURCE_FOLDERS, "docs", "plugin", ".ci"];
const NOT_OURS = /(^|\/)(node_modules|dist|coverage|\.node|\.clients|\.git)(\/|$)/;

export function readProjectFile(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

export function readSourceFiles(): Map<string, string> {
  const paths = SOURCE_FOLDERS.flatMap(listFolder).filter((path) => /\.tsx?$/.test(path));
  return new Map(paths.map((path) => [path, readProjectFile(path)]));
}

/** Sources, documentation, settings and scripts. */
export function readTextFiles(): Map<string, string> {
  // In a second work tree .git is a file, which says where the first one is.
  const top = readdirSync(ROOT, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && !NOT_OURS.test(entry.name),
  );
  const paths = [...top.map((entry) => entry.name), ...TEXT_FOLDERS.flatMap(listFolder)];
  const texts = paths.filter((path) => !/package-lock\.json$|\.(png|gif|tgz|sqlite)$/.test(path));
  return new Map(texts.map((path) => [path, readProjectFile(path)]));
}

export function readDocumentation(): Map<string, string> {
  return new Map(
    [...readTextFiles()].filter(([path]) => path.endsWith(".md") && /^([^/]+|docs\/.*)$/.test(path)),
  );
}

function listFolder(folder: string): string[] {
  let entries: string[];
  try {
    entries = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  } catch (error) {
    // Not every folder of the layout exists yet.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
  const paths = entries.map((entry) => join(folder, entry)).filter((path) => !NOT_OURS.test(path));
  return paths.filter((path) => /\.[a-z]+$|\/run$/.test(path)).sort();
}
