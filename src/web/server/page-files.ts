// The files of the page, read into memory once. A request is looked up by its whole name, so that no path can lead
// elsewhere.

import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { CredenceError } from "../../memory/errors.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

export type PageFile = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: string };
/** By path: `/`, `/page.js`. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** `script` is the path of the started program; the built page lies beside it. */
export function readPageFiles(script: string): PageFiles {
  const bin = dirname(realpathSync(script));
  const found = [join(bin, "page"), join(bin, "..", "..", "dist", "page")].find((place) => isPage(place));
  if (found === undefined) {
    throw new CredenceError("NOT_READABLE", `there is no page beside ${script}`, "install credence again");
  }
  const names = readdirSync(found).filter((name) => extname(name) in TYPES);
  return new Map(names.map((name) => [name === "index.html" ? "/" : `/${name}`, read(found, name)]));
}

function isPage(place: string): boolean {
  try {
    return readdirSync(place).includes("index.html");
  } catch {
    // The page is not there; the next place is tried.
    return false;
  }
}

function read(directory: string, name: string): PageFile {
  return { bytes: new Uint8Array(readFileSync(join(directory, name))), type: TYPES[extname(name)] ?? "" };
}
