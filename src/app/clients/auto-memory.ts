// Claude Code's own auto memory: files that it writes and reads by itself, past every tier, signature and validator. They
// are found and judged; what they say is not repeated, only how many there are.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { decodeMemoryText } from "../../memory/file/decode-text.ts";
import { parseJson } from "../../memory/json.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { readFileContent } from "../../store/memory-files.ts";
import { findEntry } from "../../store/paths.ts";
import { judgeText } from "../change/judge-text.ts";
import type { Ailment } from "../health/examine-root.ts";
import { walkFiles } from "../transfer/import/walk-files.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { readSettingsOrNull } from "./examine-clients.ts";

/** More than anybody reads through; the rest is counted. */
const JUDGED_MAX = 200;

export async function examineAutoMemory(workspace: Workspace, claudeDirectory: string): Promise<Ailment[]> {
  const projects = join(claudeDirectory, "projects");
  const texts = readNotes(projects);
  if (texts.length === 0) return [];
  let [secrets, flagged] = [0, 0];
  for (const text of texts.slice(0, JUDGED_MAX)) {
    const judgement = await judgeText(workspace, "MEMORY.md", { text, vouchedBy: "machine" });
    if (judgement.secrets.label === "SECRET-DETECTED") secrets += 1;
    if (judgement.flags.length > 0) flagged += 1;
  }
  const found = `Claude Code keeps ${pluralize(texts.length, "note", "notes")} of its own, which have no tier: ${secrets} with a secret, ${flagged} flagged`;
  const settings = join(claudeDirectory, "settings.json");
  const off = isOff(settings)
    ? "that memory is turned off"
    : `"autoMemoryEnabled": false in ${settings} turns that memory off`;
  const message = `${found}; credence import claude-code-memory ${projects} imports them; ${off}`;
  return [{ check: "auto-memory", level: secrets > 0 ? "warning" : "note", message, repairable: false }];
}

function readNotes(projects: string): string[] {
  const directories = listNames(projects).map((name) => join(projects, name, "memory"));
  return directories
    .filter((directory) => findEntry(directory)?.isDirectory() === true)
    .flatMap((directory) => walkFiles(directory, ".md"))
    .flatMap((found) => ("why" in found ? [] : readNote(found.path)));
}

/** A file that is not text, or is too long to be a note, is not judged. */
function readNote(path: string): string[] {
  const content = readFileContent(path);
  if (content.kind === "refused") return [];
  const decoded = decodeMemoryText(content.bytes);
  return decoded.kind === "undecodable" ? [] : [decoded.text];
}

function listNames(directory: string): string[] {
  return findEntry(directory)?.isDirectory() === true ? readdirSync(directory).sort() : [];
}

function isOff(settings: string): boolean {
  const text = readSettingsOrNull(settings);
  const value = text === null ? null : parseJson(text);
  return (
    typeof value === "object" &&
    value !== null &&
    "autoMemoryEnabled" in value &&
    value.autoMemoryEnabled === false
  );
}
