// Claude Code's own auto memory: files that it writes and reads by itself, past every tier, signature and validator. They
// are found and judged; what they say is not repeated, only how many there are.

import { join } from "node:path";
import { claudeMemory } from "../../agents/claude-code.ts";
import { isOlder } from "../../agents/client-settings.ts";
import { decodeMemoryText } from "../../memory/file/decode-text.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { readFileContent } from "../../store/memory-files.ts";
import { judgeText } from "../change/judge-text.ts";
import type { Ailment } from "../health/examine-root.ts";
import {
  type CallPlace,
  findOwnership,
  listProjectTops,
  listWithNotes,
  placeProjects,
} from "../transfer/import/claude-projects.ts";
import { walkFiles } from "../transfer/import/walk-files.ts";
import { claudeDirectoryOf } from "../workspace/open-roots.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { ailment, readSettingsOrNull } from "./examine-clients.ts";
import { askVersionOf, surveyConnected } from "./survey-clients.ts";

/** More than anybody reads through; the rest is counted. */
const JUDGED_MAX = 200;

/** Of this project only: the notes of others are not opened. */
export async function examineAutoMemory(workspace: Workspace, place: CallPlace): Promise<Ailment[]> {
  const { sure, perhaps } = listNotes(place);
  if (sure.length + perhaps === 0) return examineBoth(workspace, place, () => true);
  const texts = sure.flatMap(readNote);
  let [secrets, flagged] = [0, 0];
  for (const text of texts.slice(0, JUDGED_MAX)) {
    const judgement = await judgeText(workspace, "MEMORY.md", { text, vouchedBy: "machine" });
    if (judgement.secrets.label === "SECRET-DETECTED") secrets += 1;
    if (judgement.flags.length > 0) flagged += 1;
  }
  const counted = pluralize(texts.length || perhaps, "note", "notes");
  const found =
    texts.length > 0
      ? `Claude Code keeps ${counted} of its own about this project, which have no tier: ${secrets} with a secret, ${flagged} flagged; credence import offers them`
      : `Claude Code keeps ${counted} that may be about this project; credence import says why that is not sure`;
  const settings = join(claudeDirectoryOf(place), "settings.json");
  const off = !claudeMemory.isOn(readSettingsOrNull(settings), place.env)
    ? "that memory is turned off"
    : `"autoMemoryEnabled": false in ${settings} turns that memory off`;
  const message = `${found}; ${off}`;
  const others = examineBoth(workspace, place, (name) => name !== "claude-code");
  return [note(secrets > 0 ? "warning" : "note", message), ...others];
}

/** Clients that are connected and keep a memory of their own beside this one. */
function examineBoth(workspace: Workspace, place: CallPlace, isOne: (name: string) => boolean): Ailment[] {
  return surveyConnected(place, workspace).flatMap(({ client, name, at }) => {
    const { label, ownMemory, file: usual } = client.settings;
    const file = (ownMemory?.file ?? usual)(at);
    if (ownMemory === undefined || !isOne(name) || !ownMemory.isOn(readSettingsOrNull(file), place.env))
      return [];
    const { since, setting } = ownMemory;
    const version = since === null ? null : askVersionOf(client, place);
    if (since !== null && (version === null || isOlder(version, since))) return [];
    return [note("note", `${label}'s own memory is on beside this one; ${setting} in ${file} turns it off`)];
  });
}

const note = ailment.bind(null, "auto-memory");

function listNotes(place: CallPlace): { readonly sure: readonly string[]; readonly perhaps: number } {
  const [projects, tops] = [placeProjects(place), listProjectTops(place.cwd)];
  const sure: string[] = [];
  let perhaps = 0;
  for (const name of listWithNotes(projects)) {
    const { kind } = findOwnership(projects, name, tops);
    if (kind === "other") continue;
    const found = walkFiles(join(projects, name, "memory"), ".md");
    const paths = found.flatMap((each) => ("why" in each ? [] : [each.path]));
    if (kind === "own") sure.push(...paths);
    else perhaps += paths.length;
  }
  return { sure, perhaps };
}

/** A file that is not text, or is too long to be a note, is not judged. */
function readNote(path: string): string[] {
  const content = readFileContent(path);
  if (content.kind === "refused") return [];
  const decoded = decodeMemoryText(content.bytes);
  return decoded.kind === "undecodable" ? [] : [decoded.text];
}
