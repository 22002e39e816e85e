// The session says that the matter of a memory is over. The Observer retires what it made itself and nobody approved; where
// words from elsewhere were in the session, they may be what asks for it, and a person decides.

import { withLock } from "../change/change-root.ts";
import { changeStatus } from "../change/change-status.ts";
import { fileRequest } from "../change/requests.ts";
import { loadMemory } from "../memories/load-memory.ts";
import type { Effect } from "./marks.ts";
import { type Mark, renderMark } from "./observed-marks.ts";
import type { Observing } from "./observing.ts";

export function endObserved(
  { workspace, root }: Observing,
  id: string,
  { mark, isTainted }: { readonly mark: Mark; readonly isTainted: boolean },
): Effect {
  const target = loadMemory(workspace, root, id);
  if (target === null) return { kind: "unchanged", id: null, why: `${id} is gone` };
  const reason = `a session says that it is over (${renderMark(mark)})`;
  if (isTainted) {
    withLock(root, () => fileRequest(workspace, target, { command: "retire", reason }));
    return { kind: "requested", id, why: null };
  }
  const { kind } = changeStatus(workspace, target, { action: "retire", reason, ifDigest: target.digest });
  if (kind === "unchanged") return { kind, id, why: `${id} is retired already` };
  return { kind: kind === "changed" ? "retired" : "requested", id, why: null };
}
