import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isInside } from "../../store/find-root.ts";
import type { OpenRoot } from "./workspace.ts";

/** Is a related file still there? Only looked for inside the project; for the user root nothing is ever dangling. */
export function existsInProject(root: OpenRoot, relatedFile: string): boolean {
  if (root.scope === "user") return true;
  const top = root.workTree?.top ?? dirname(dirname(root.path));
  const path = resolve(top, relatedFile);
  return isInside(top, path) ? existsSync(path) : true;
}
