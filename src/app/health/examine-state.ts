// What can be wrong, or should be known, about what this machine keeps for itself.

import { join } from "node:path";
import { countDamagedSigners } from "../../trust/signers-file.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Ailment } from "./examine-root.ts";

export function examineState({ state, keys }: Workspace): Ailment[] {
  const ailments: Ailment[] = [];
  const damaged = countDamagedSigners(join(state.path, "signers.json"));
  if (damaged > 0) {
    const message = `${damaged} of the trusted signers in signers.json cannot be read and count for nothing`;
    ailments.push({ check: "signers", level: "warning", message, repairable: false });
  }
  if (keys.personFile?.secret.sealed === false && !state.isTest) {
    const message = "your person key has no passphrase: any program of yours can use it";
    ailments.push({ check: "person-key", level: "note", message, repairable: false });
  }
  return ailments;
}
