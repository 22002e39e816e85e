// A rival as npm gives it: exact versions into a directory of this run, without install scripts.

import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Rival } from "./rival.ts";

const FLAGS = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"];

export type Installed = { readonly modules: string; readonly mb: number; readonly packages: number };

/** @returns npm's reason where it could not be had. */
export function install(rival: Rival, directory: string, limitMs: number): Installed | string {
  mkdirSync(directory, { recursive: true });
  const own = { private: true, overrides: rival.overrides ?? {} };
  writeFileSync(join(directory, "package.json"), JSON.stringify(own));
  try {
    execFileSync("npm", ["install", ...FLAGS, "--prefer-offline", ...rival.packages], {
      cwd: directory,
      // Where a proxy answers for the registry, its certificate is the machine's.
      env: { ...process.env, NODE_USE_SYSTEM_CA: "1" },
      timeout: limitMs,
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
    });
  } catch (error) {
    return renderReason(error, limitMs);
  }
  const modules = join(directory, "node_modules");
  const lock = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"));
  return { modules, mb: sizeMb(modules), packages: Object.keys(lock.packages).length };
}

function renderReason(error: unknown, limitMs: number): string {
  const { code, stderr } = Object(error);
  if (code === "ETIMEDOUT") return `npm took longer than ${limitMs / 1000} s`;
  const said = String(stderr ?? error)
    .split("\n")
    .map((line) => line.replace(/^npm error /, ""))
    .find((line) => line.includes(" "));
  return `npm says: ${said}`;
}

export function sizeMb(directory: string): number {
  const bytes = (path: string): number => {
    const about = lstatSync(path);
    if (!about.isDirectory()) return about.isFile() ? about.size : 0;
    return readdirSync(path).reduce((sum, name) => sum + bytes(join(path, name)), 0);
  };
  return bytes(directory) / 1_000_000;
}
