// Preloaded into a process to write down every module it loads.

import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const log = process.env["LOADED_FILES_LOG"] ?? "";

registerHooks({
  load(url, context, nextLoad) {
    appendFileSync(log, `${url}\n`);
    return nextLoad(url, context);
  },
});
