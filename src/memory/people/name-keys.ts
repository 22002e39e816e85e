// The names that this machine gives to keys of people.

import type { NamedKey } from "./decide-trust.ts";

/** What this machine calls its person's other keys. */
const OWN_NAMES = { person: "you on ", machine: "your machine " } as const;

export function nameOwnKey(kind: "person" | "machine", label: string): string {
  return `${OWN_NAMES[kind]}${label}`;
}

export function nameTrusted({ person, kind, label, mine }: NamedKey): string {
  if (mine) return nameOwnKey(kind, label ?? "another machine");
  return kind === "person" ? person : `${person}'s ${label ?? "machine"}`;
}
