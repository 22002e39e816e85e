// What a candidate is stored with.

import type { OpenRoot, Workspace } from "../workspace/workspace.ts";
import type { KnownHere } from "./survey-known.ts";

export type Observing = {
  readonly workspace: Workspace;
  readonly root: OpenRoot;
  readonly batch: string;
  readonly known: readonly KnownHere[];
};
