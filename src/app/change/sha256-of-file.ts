import { CredenceError } from "../../memory/errors.ts";
import { sha256Hex } from "../../memory/file/sha256.ts";
import { SCAN_BYTES_MAX } from "../../memory/limits.ts";
import { readFileContent } from "../../store/memory-files.ts";

/** Of the bytes on disk, also of a file too large to be a memory. A link or a device in its place is not touched. */
export function sha256OfFile(path: string): string {
  const content = readFileContent(path, SCAN_BYTES_MAX);
  if (content.kind === "refused")
    throw new CredenceError("PATH_ERROR", `${path} is not touched: ${content.why}`);
  return sha256Hex(content.bytes);
}
