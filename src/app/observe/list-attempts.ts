import { type AuditRecord, readAuditLog } from "../../observer/model/audit-log.ts";
import type { Workspace } from "../workspace/workspace.ts";

type Attempt = Omit<AuditRecord, "tool_input" | "error_message"> & Partial<AuditRecord>;

const PLAIN_NAME = /^[\w-]{1,64}$/;

/** Without a person at the terminal what the model wrote is left out: an agent would read it. */
export function listAttempts({ state, presence }: Workspace, limit: number): Attempt[] {
  const records = readAuditLog(state.path, limit);
  if (presence.kind === "person") return records;
  return records.map(({ tool_input: _input, error_message: _message, tool_name, ...rest }) => ({
    ...rest,
    tool_name: PLAIN_NAME.test(tool_name) ? tool_name : "…",
  }));
}
