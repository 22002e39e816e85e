// Programs that take us away: package managers, and the clients' own commands.

import { DISCONNECTS } from "../fence/denials.ts";
import type { Denial } from "../fence/guarded-paths.ts";
import { words } from "../shell/arguments.ts";

const TAKES_AWAY = words("uninstall un unlink remove rm r delete disable");

/** Each takes what is behind such a verb away. */
const MANAGERS = new Set(words("npm pnpm yarn bun volta claude codex gemini opencode qwen cursor-agent"));
const OURS = /^(?:npm:)?credence(?:@.{0,100})?$/;

const ADDS = words("install i in add link ln");
const GLOBAL = words("-g --global global --location=global");
/** Another version of ours, or another package under our name. */
const REPLACES = /^(?:npm:)?credence@(?!latest$)|[/:]\S{0,200}credence|^credence@npm:/;

/** Settings for one session or for all, and switches of single features. */
const OFF = /disableAllHooks["']?\s{0,9}(?:[:=]\s{0,9})?true|\b(?:codex_)?hooks\s{0,9}=\s{0,9}false/;
const HOOKS = /^(?:codex_)?hooks$/;

export function judgeDisconnect(program: string, args: readonly string[]): Denial | null {
  if (!MANAGERS.has(program)) return null;
  const at = args.findIndex((arg) => TAKES_AWAY.includes(arg) || arg === "--disable");
  const taken = at === -1 ? [] : args.slice(at + 1);
  const installs = ADDS.some((verb) => args.includes(verb)) && GLOBAL.some((flag) => args.includes(flag));
  // The newest is an update; what it is called otherwise may be anything in its place.
  if (installs && args.some((arg) => REPLACES.test(arg))) return DISCONNECTS;
  const isOff = taken.some((arg) => OURS.test(arg) || HOOKS.test(arg)) || OFF.test(args.join(" "));
  return isOff ? DISCONNECTS : null;
}
