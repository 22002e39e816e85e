import { hash } from "node:crypto";

export function sha256Hex(bytes: string | Uint8Array): string {
  return hash("sha256", bytes, "hex");
}
