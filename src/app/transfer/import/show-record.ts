// A record as a person sees it before they confirm it: what is stored, with whatever cleaning takes out of it still in its
// place, so that nothing hidden goes by unseen.

import { digestMemory } from "../../../memory/file/digest.ts";
import { parseMemory } from "../../../memory/file/parse-memory.ts";
import type { Showing } from "../../change/showing.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { type JudgedRecord, renderImported } from "./judge-record.ts";

export function showRecord(
  workspace: Workspace,
  { id, root, given, judgement }: Extract<JudgedRecord, { kind: "ready" }>,
): Showing {
  const text = renderImported(workspace, given, "verified");
  const parsed = parseMemory(text);
  const memory = parsed.kind === "memory" ? parsed.memory : null;
  const { name, description, body } = given.draft;
  return {
    id,
    path: `${root.shown}memories/${id}.md`,
    standing: null,
    age: null,
    memory: memory === null ? null : { ...memory, name, description, body },
    digest: memory === null ? null : digestMemory(memory),
    text,
    judgement,
    previous: null,
  };
}
