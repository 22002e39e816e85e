// The browser that the tests of the page drive. On a bare CI machine it is installed; elsewhere it is named as missing.

import { existsSync } from "node:fs";
import type { MissingProgram } from "./fetch-packages.ts";
import { installByApt } from "./install-tools.ts";

const PROGRAMS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** @returns null when none is there. */
export function findBrowser(): string | null {
  return PROGRAMS.find((path) => existsSync(path)) ?? null;
}

type Ways = {
  readonly find: () => string | null;
  readonly install: (name: string) => Promise<unknown>;
};

export async function installBrowser(
  { find, install }: Ways = { find: findBrowser, install: installByApt },
): Promise<MissingProgram[]> {
  if (find() === null) await install("chromium");
  if (find() !== null) return [];
  return [
    {
      tests: ["test/browser/*.test.ts"],
      why: "no browser is installed, and apt-get could not bring one: install chromium and run again",
    },
  ];
}
