// A project, a home with the settings of clients, programs that say their version, and the built command to connect them to.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { initRoot } from "../../../src/app/workspace/init-root.ts";
import { openWorkspace, type WorkspaceHints } from "../../../src/app/workspace/workspace.ts";
import { builtPackage } from "../../built.ts";
import { type InProcess, inProcess } from "../../fixture/command-in-process.ts";
import { type ScratchProject, scratchProject } from "../../fixture/scratch-project.ts";
import type { Owner } from "../../temp-dir.ts";

export type ConnectProject = ScratchProject & {
  readonly call: InProcess;
  /** Puts a program on PATH that prints this as its version. */
  readonly addProgram: (name: string, version: string) => void;
  readonly write: (path: string, text: string) => void;
  /** The text of a file in the home; null where there is none. */
  readonly read: (path: string) => string | null;
};

/** The built command: its hooks are what clients would run. */
export async function builtScript(): Promise<string> {
  return join((await builtPackage()).dist, "credence.cjs");
}

/** A program in the place of ours: this text is what it does. */
export function standIn(directory: string, does: string): string {
  mkdirSync(directory, { recursive: true });
  const script = join(directory, "credence.cjs");
  writeFileSync(script, does);
  return script;
}

/** A Node that takes no time to copy. */
export function smallNode(directory: string): string {
  mkdirSync(directory, { recursive: true });
  const node = join(directory, "node");
  writeFileSync(node, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
  return node;
}

/** What a stand-in does whose guard denies whatever it is asked, in the words of the client that asks. */
export const DENIES = `process.stdout.write(JSON.stringify(process.argv.includes("gemini")
  ? { decision: "deny", reason: "no" }
  : { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no" } }))`;

/** What `credence init --test-state` does, without a process for each of so many tests. */
function initTestState({ top, home, env }: ScratchProject): void {
  const hints: WorkspaceHints = {
    ...{ cwd: top, home, env, state: null, cache: null, root: null, scope: null },
    presence: { kind: "nobody", why: "there is no terminal" },
    now: Date.now(),
  };
  initRoot(hints, { kind: "shared", testState: true });
  openWorkspace(hints).close();
}

export function connectProject(
  owner: Owner,
  script: string,
  node: string = process.execPath,
): ConnectProject {
  const project = scratchProject(owner, { state: "none" });
  initTestState(project);
  const bin = join(project.base, "bin");
  mkdirSync(bin);
  // Nothing of the machine that runs the tests is found on this path.
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  const call = inProcess(project);
  return {
    ...project,
    call: (args, options = {}) =>
      call(args, {
        program: { node, script },
        ...options,
        env: { ...env, ...options.env },
      }),
    addProgram: (name, version) => {
      writeFileSync(join(bin, name), `#!/bin/sh\necho '${version}'\n`);
      chmodSync(join(bin, name), 0o755);
    },
    write: (path, text) => {
      mkdirSync(dirname(join(project.home, path)), { recursive: true });
      writeFileSync(join(project.home, path), text);
    },
    read: (path) =>
      existsSync(join(project.home, path)) ? readFileSync(join(project.home, path), "utf8") : null,
  };
}
