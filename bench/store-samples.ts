// A store of any size, made without a hundred thousand saves: files and statements are written directly, each statement
// signed with the key of a throw-away state.

import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { initRoot } from "../src/app/workspace/init-root.ts";
import {
  openWorkspace,
  rootOf,
  type Workspace,
  type WorkspaceHints,
} from "../src/app/workspace/workspace.ts";
import { digestMemory } from "../src/memory/file/digest.ts";
import { type Draft, deriveId, renderDraft } from "../src/memory/file/draft.ts";
import { hashSource } from "../src/memory/file/source.ts";
import { renderInstant } from "../src/memory/instant.ts";
import type { TextContent, TextStatement } from "../src/memory/law/statement.ts";
import { signStatement } from "../src/trust/sign.ts";

const NOW = Date.UTC(2026, 4, 1, 12);
const WORDS = "cache deploy index queue schema token retry migration branch release worker tenant".split(" ");

export function hintsIn(base: string): WorkspaceHints {
  return {
    cwd: join(base, "project"),
    home: join(base, "home"),
    env: { CREDENCE_HOME: join(base, "credence") },
    state: null,
    cache: null,
    root: null,
    scope: "project",
    presence: { kind: "nobody", why: "there is no terminal" },
    now: NOW,
  };
}

export function sampleDraft(number: number): Draft {
  const pick = (step: number): string => WORDS[Math.floor(number / step) % WORDS.length] ?? "";
  const topic = `${pick(1)} ${pick(12)} ${pick(144)}`;
  return {
    type: "project",
    name: `The ${topic} of case ${number}`,
    description: `What was found out about ${topic} in case ${number}`,
    category: number % 7 === 0 ? "decision" : null,
    tags: [pick(1), pick(12)],
    ...{ cues: [], contradicts: [] },
    body: `${`In case ${number} the ${topic} had to be looked at again. `.repeat(12)}\n\nWhy: it came up.\nHow to apply: look first.\n`,
    origin: "inference",
    relatedFiles: [],
    session: null,
    taint: [],
    confidence: null,
    supersedes: null,
  };
}

export type StoreShape = {
  readonly draftOf?: (number: number) => Draft;
  /** When all of them were written. */
  readonly at?: number;
  /** How many of the last nobody vouches for: those wait for a person. */
  readonly foreign?: number;
  readonly kind?: "shared" | "personal";
};

/** Makes a root with so many memories below an empty directory. */
export function makeStore(
  base: string,
  memories: number,
  { draftOf = sampleDraft, at = NOW, foreign = 0, kind = "shared" }: StoreShape = {},
): void {
  for (const name of ["project", "home", "credence"]) mkdirSync(join(base, name), { recursive: true });
  const hints = { ...hintsIn(base), now: at };
  initRoot(hints, { kind, testState: true });
  const workspace = openWorkspace(hints);
  for (let number = 0; number < memories; number += 1)
    writeOne(workspace, draftOf(number), { at, isVouched: number < memories - foreign });
  workspace.close();
}

/** Of a test state: that a machine wrote this text. */
export function wroteStatement(
  about: Pick<TextStatement, "root" | "id" | "digest"> & { readonly source: string },
  at = NOW,
): Omit<TextContent, "signer"> {
  const { source, ...named } = about;
  return {
    ...named,
    ...{
      v: 1,
      scope: "project",
      act: "wrote",
      born: randomBytes(16).toString("hex"),
      text: hashSource(source),
    },
    ...{
      follows: [],
      lifts: [],
      acknowledged: [],
      source: null,
      device: `machine:${"q".repeat(32)}`,
      seq: 0,
    },
    ...{ prev: null, time: renderInstant(at), reason: null, test: true },
  };
}

type Writing = { readonly at: number; readonly isVouched: boolean };

function writeOne(workspace: Workspace, draft: Draft, { at, isVouched }: Writing): void {
  const root = rootOf(workspace, "project");
  const id = deriveId(draft.type, draft.name);
  const text = renderDraft(draft, { tier: "inferred", now: at, machine: workspace.machineName });
  writeFileSync(join(root.path, "memories", `${id}.md`), text);
  if (!isVouched) return;
  const statement = wroteStatement({ root: root.id, id, digest: digestMemory(draft), source: text }, at);
  const signed = signStatement(statement, workspace.keys.machine);
  mkdirSync(join(root.path, "attest", id));
  writeFileSync(join(root.path, "attest", id, `${signed.hash}.json`), signed.text);
}
