import { hostname } from "node:os";

/** The first part of the host's name, as far as it can stand in a memory. */
export function nameMachine(): string {
  const name = (hostname().split(".")[0] ?? "").replaceAll(/[^A-Za-z0-9_-]/g, "-").slice(0, 63);
  return /^[A-Za-z0-9]/.test(name) ? name : "unknown";
}
