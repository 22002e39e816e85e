// A home in which nothing was set up, with agents that say their version, a project, and notes about it; and somebody who sets up.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { markTestState } from "../../../src/store/state-directory.ts";
import { note, writeNotes, writeSession } from "../../app/transfer/import/claude-notes.ts";
import { IS_DEEP } from "../../deep.ts";
import { type CallOptions, inProcess } from "../../fixture/command-in-process.ts";
import { makeRepository } from "../../fixture/git-repository.ts";
import { PASSPHRASE } from "../../fixture/keyed-project.ts";
import { SAMPLE_SECRET } from "../../fixture/sample-secret.ts";
import { type Outcome, type ScratchProject, scratchProject } from "../../fixture/scratch-project.ts";
import type { Owner } from "../../temp-dir.ts";
import { DENIES, standIn } from "./connect-project.ts";

/** Twice the passphrase, and Enter when the recovery code is on paper. */
export const KEY = [PASSPHRASE, PASSPHRASE, ""];
const VERSIONS = { claude: "2.1.50 (Claude Code)", codex: "codex-cli 0.166.0" } as const;

export type Walk = ScratchProject & {
  /** What was asked, each with its screen. */
  readonly asked: string[];
  readonly setUp: (answers: CallOptions["answers"] | null, args?: readonly string[]) => Promise<Outcome>;
  readonly config: () => unknown;
  readonly hasKey: () => boolean;
  /** `id standing` of the memories here. */
  readonly standings: () => Promise<string[]>;
  readonly path: string;
};

export type Programs = readonly (keyof typeof VERSIONS)[];

/** In a test state trying a passphrase costs next to nothing. */
export function walk(
  owner: Owner,
  programs: Programs,
  state: "test" | "real" = IS_DEEP ? "real" : "test",
): Walk {
  const scratch = scratchProject(owner, { state: "none", inGit: false });
  // What lies beside the home is in a temporary directory.
  const top = makeRepository(join(scratch.home, "shop"));
  const project = { ...scratch, top, root: join(top, ".claude/memory") };
  if (state === "test") markTestState(project.state);
  const script = standIn(join(project.base, "opt", "dist"), DENIES);
  const path = `${addPrograms(project.base, programs)}:/usr/bin:/bin`;
  const asked: string[] = [];
  const call = inProcess(project);
  const file = join(project.state, "config.json");
  return {
    ...project,
    asked,
    path,
    setUp: (answers, args = ["setup"]) => {
      const hears = (screen: string): unknown => asked.push(screen);
      const options: CallOptions = {
        env: { PATH: path },
        program: { node: process.execPath, script },
        ...(answers == null ? {} : { answers, onAsk: hears, onAskSecret: hears }),
      };
      return call(args, options);
    },
    config: () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null),
    hasKey: () => existsSync(join(project.state, "keys", "person.json")),
    standings: async () => {
      const { stdout } = await call(["list", "--json"]);
      const listed: readonly { id: string; standing: string }[] = JSON.parse(stdout);
      return listed.map(({ id, standing }) => `${id} ${standing}`).sort();
    },
  };
}

function addPrograms(base: string, programs: Programs): string {
  const bin = join(base, "bin");
  mkdirSync(bin);
  for (const name of programs) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho '${VERSIONS[name]}'\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

/** What Claude Code noted about this project and, in as many words, about another. */
export function addNotes(project: Walk): void {
  writeNotes(project, project.top, {
    "MEMORY.md": "- [Deploying](project_deploy.md) — when\n",
    "project_deploy.md": note("Deploying"),
    "project_token.md": `${note("Token")}It is ${SAMPLE_SECRET}.\n`,
    "reference_board.md": note("Board").replace("type: project", "type: reference"),
    "user_tabs.md": note("Tabs").replace("type: project", "type: user"),
  });
  writeSession(project, project.top);
  writeNotes(project, "/srv/other", { "project_secret.md": note("Another project") });
  writeSession(project, "/srv/other");
}
