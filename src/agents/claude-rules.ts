// Threat: a repository turns hooks off in its own settings. What it cannot turn off are rules of the person that deny: Claude
// Code reads them first, whatever a repository allows. They keep its file tools, and the shell commands whose paths it
// understands, out of every root, of machine state and of the cache. A script that opens a file by itself goes through.

import type { SettingsRequest } from "./client-settings.ts";

/** In the person's settings `//` is the top of the file system; a pattern without it counts from where a session began, and
 * a session that began one directory deeper would escape it. */
const ANYWHERE = "//**/.claude/memory";

export function listDenyRules({ launch, userRoot }: Pick<SettingsRequest, "launch" | "userRoot">): string[] {
  const own = (path: string): string[] => (isPlain(path) ? [`/${path}`] : []);
  return [
    ...[ANYWHERE, ...own(userRoot), ...own(launch.state), ...own(launch.cache)].map(
      (place) => `Edit(${place}/**)`,
    ),
    ...[ANYWHERE, ...own(userRoot)].flatMap((root) => [
      `Read(${root}/quarantine/**)`,
      `Read(${root}/archive/**)`,
    ]),
    ...own(launch.state).map((state) => `Read(${state}/**)`),
  ];
}

/** A path with a character that means something in a pattern or a rule gets none: a rule that matches something else is
 * worse than the guard alone. */
function isPlain(path: string): boolean {
  return /^\/[^*?[\](){}!\\]+$/.test(path);
}
