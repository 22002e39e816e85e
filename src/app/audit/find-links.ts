// Links of one memory to others: `[[project_x]]` and `project_x.md`, alone or below memories/ or quarantine/. A word that
// merely looks like an id (`user_id`) is none, and `docs/project_plan.md` is a file of the project.

import { parseMemoryId } from "../../memory/memory-id.ts";

const LINK =
  /\[\[((?:user|feedback|project|reference)_[a-z0-9_]{1,96})\]\]|(?<![\w/.-])(?:(?:\.claude\/memory\/|\.\.\/|\.\/)?(?:memories|quarantine)\/|\.\/)?((?:user|feedback|project|reference)_[a-z0-9_]{1,96})\.md\b/g;

export function findLinks(body: string, self: string): string[] {
  const ids = [...body.matchAll(LINK)].flatMap(([, wiki, file]) => parseMemoryId(wiki ?? file ?? "") ?? []);
  return [...new Set(ids)].filter((id) => id !== self);
}
