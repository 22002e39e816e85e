// Keys of this machine's person that are over and wait for keep or fall. Every surface asks, so it reads what is at hand anyway.

import { join } from "node:path";
import { withRemedy } from "../../../memory/remedies.ts";
import type { KnownSigner } from "../../../trust/signers-file.ts";
import { NO_TEAM, readTeamFile } from "../../../trust/team-file.ts";
import { TEAM_FILE, type Workspace } from "../../workspace/workspace.ts";

/** The keys that a person here has not decided about, each once, as this machine calls them. */
export function listUndecided(workspace: Workspace): KnownSigner[] {
  const others = workspace.signers.filter(({ own }) => !own);
  if (others.length === 0) return [];
  const { withdrawn } = readTeamFile(join(workspace.state.path, TEAM_FILE)) ?? NO_TEAM;
  const undecided = new Set(withdrawn.flatMap(({ key, fate }) => (fate === "undecided" ? [key] : [])));
  const found = others.filter(({ key }) => undecided.has(key));
  return [...new Map(found.map((each) => [each.key, each])).values()];
}

/** For the person, wherever they look. @returns null when they have decided about every key. */
export function sayUndecided(workspace: Workspace): string | null {
  const names = listUndecided(workspace).map(({ petname }) => petname);
  if (names.length === 0) return null;
  const [are, they] = names.length === 1 ? ["is", "it"] : ["are", "they"];
  const said = `your card says that ${names.join(" and ")} ${are} over, and you have not said whether what ${they} signed counts`;
  const scope = workspace.roots.some(({ kind }) => kind === "user") ? " --scope user" : "";
  return `${withRemedy(said, "cards")}${scope}`;
}
