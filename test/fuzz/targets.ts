// Everything that is fuzzed: a target is a row here and a file in targets/.

import type { Target } from "./target.ts";
import { codec } from "./targets/codec.ts";
import { guard } from "./targets/guard.ts";
import { hook } from "./targets/hook.ts";
import { hub } from "./targets/hub.ts";
import { mcp } from "./targets/mcp.ts";
import { page } from "./targets/page.ts";
import { query } from "./targets/query.ts";
import { sanitizer } from "./targets/sanitizer.ts";
import { statements } from "./targets/statements.ts";
import { validators } from "./targets/validators.ts";

export const TARGETS: readonly Target[] = [
  ...[codec, sanitizer, validators, query, hook, guard, statements],
  ...[page, hub, mcp],
];
