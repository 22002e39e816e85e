// A remote of the personal memories that somebody else can write to: branches made below git's own checks, with a stranger's statements.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deriveId } from "../../../src/memory/file/draft.ts";
import { sourceOf } from "../../../src/memory/file/source.ts";
import type { TextContent } from "../../../src/memory/law/statement.ts";
import { MALLORY, newKey, publishAs, say } from "../../../test/sync/victim.ts";
import { fileOf, type Plant } from "./plants.ts";
import { atNow, type Poisonable } from "./project.ts";

type Offer = {
  readonly kind: "person" | "machine";
  readonly isInPersonsName: boolean;
  readonly isOwnBranch: boolean;
};

/** A strange machine wrote it; a strange person approved it; the same in the person's name; the same on the branch of this machine. */
const OFFERS: readonly Offer[] = [
  { kind: "machine", isInPersonsName: false, isOwnBranch: false },
  { kind: "person", isInPersonsName: false, isOwnBranch: false },
  { kind: "person", isInPersonsName: true, isOwnBranch: false },
  { kind: "person", isInPersonsName: false, isOwnBranch: true },
];

export async function offerOnRemote(project: Poisonable, plant: Plant): Promise<string | null> {
  const offer = OFFERS[plant.place % OFFERS.length];
  if (offer === undefined) throw new Error("there are offers");
  const { kind, isInPersonsName, isOwnBranch } = offer;
  const stranger = newKey(kind);
  const key = isInPersonsName ? { ...stranger, signer: signerOf(project, "person") } : stranger;
  const root = JSON.parse(readFileSync(join(project.userRoot, "root.json"), "utf8")).root;
  const act: Partial<TextContent> = kind === "person" ? { act: "approve" } : {};
  const offered = plant.parts.map((part) => ({
    id: deriveId("user", part.name),
    source: sourceOf(fileOf(part, "user")) ?? "",
  }));
  const said = offered.map(({ id, source }) => say({ key, root, id, source }, act).text);
  const texts = offered.map(({ source }) => source);
  const machine = isOwnBranch ? signerOf(project, "machine").slice("machine:".length) : MALLORY;
  publishAs({ remote: project.remote, machine }, { said, texts });
  const { exit, stderr } = await project.call(["sync", "--scope", "user"], atNow());
  return exit === 0 ? null : stderr;
}

function signerOf({ state }: Poisonable, kind: "person" | "machine"): string {
  return JSON.parse(readFileSync(join(state, "keys", `${kind}.json`), "utf8")).signer;
}
