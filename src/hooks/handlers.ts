import type { AfterTool } from "../agents/hook-event.ts";
import { isRecord, textIn } from "../agents/read-input.ts";
import { capture } from "./capture.ts";
import { readPatchPaths } from "./guard/read-patch.ts";
import { readFields } from "./guard/tool-fields.ts";
import { type Handler, NO_ANSWER } from "./hook.ts";
import { hintsFor } from "./open-place.ts";

/** Tools that change a file, that change those of a patch, and that read one, in the words of all clients. */
const WRITERS: ReadonlySet<string> = new Set([
  "Write",
  "Edit",
  "MultiEdit",
  "write_file",
  "replace",
  "write",
  "edit",
]);
const PATCHERS: ReadonlySet<string> = new Set(["apply_patch", "patch"]);
const READERS: ReadonlySet<string> = new Set(["Read", "read_file", "read"]);

/** Captured; a memory that was read is noted as used, and one that was written is looked at by the validators at once. */
export const onAfterTool: Handler<"after-tool"> = async (event, place) => {
  await capture(event, place);
  const path = isRecord(event.input) ? findPath(event.input) : null;
  if (path !== null && READERS.has(event.tool)) {
    const { openCapture } = await import("../app/capture/open-capture.ts");
    const { noteAccess } = await import("../app/capture/accesses.ts");
    const at = openCapture(place);
    const { cwd, now } = place;
    if (at !== null) noteAccess({ records: at.records, root: at.root.path }, { path, cwd, now });
  }
  for (const each of listWritten(event, path)) {
    const { recheckFile } = await import("../app/change/recheck-file.ts");
    await recheckFile(hintsFor(place), each);
  }
  return NO_ANSWER;
};

function listWritten({ tool, input }: AfterTool, path: string | null): string[] {
  if (PATCHERS.has(tool)) return readFields(input).patches.flatMap(readPatchPaths);
  return path !== null && WRITERS.has(tool) ? [path] : [];
}

function findPath(input: Readonly<Record<string, unknown>>): string | null {
  return textIn(input, "file_path") ?? textIn(input, "filePath") ?? textIn(input, "path");
}
