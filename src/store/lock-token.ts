// The name of the file in a lock: on which system, by which process, and a word of chance, so that no two are alike.

import { readFileSync, readlinkSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import { isGone, OWN_PROCESS } from "./durable.ts";

export function renderToken(): string {
  return `${realm()}.${OWN_PROCESS}.${Math.random().toString(36).slice(2, 12)}`;
}

/** A holder of this very system whose process is gone cannot beat again. */
export function isDead(token: string): boolean {
  const [where, holder] = token.split(".");
  if (where !== realm() || holder === undefined || !/^\d{1,10}$/.test(holder)) return false;
  return isGone(Number(holder));
}

/**
 * Process ids mean something only within one running system, and there within one name space. Two machines may bear
 * the same name, so the name alone does not tell them apart.
 */
function realm(): string {
  const boot = readQuietly(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const space = readQuietly(() => readlinkSync("/proc/self/ns/pid"));
  return `${hostname()}-${boot ?? hardware()}-${space ?? ""}`.replaceAll(/[^A-Za-z0-9-]/g, "_");
}

function hardware(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.find(({ internal, mac }) => !internal && mac !== "00:00:00:00:00:00")?.mac ?? "";
}

function readQuietly(read: () => string): string | null {
  try {
    return read();
  } catch {
    // Only Linux has these; elsewhere the network hardware stands in.
    return null;
  }
}
