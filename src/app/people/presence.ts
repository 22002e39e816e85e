// Who is asking: the fence is trust's, what it looks at is gathered here.

import { detectPresence, type Presence } from "../../trust/person-presence.ts";
import { listAncestors } from "./list-ancestors.ts";

export type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: { readonly in: boolean; readonly out: boolean };
  readonly parentProcess: number;
};

export function findPresence({ env, terminal, parentProcess }: Surroundings): Presence {
  // Without a terminal nobody is there, whoever the ancestors are.
  const ancestors = terminal.in && terminal.out ? listAncestors(parentProcess) : [];
  return detectPresence({ env, terminal, ancestors });
}
