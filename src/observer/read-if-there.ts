import { readFileSync } from "node:fs";

/** Empty where it is gone: another process may have dropped it just now, to keep the spool within its bounds. */
export function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
