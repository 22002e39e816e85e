// The driver of PostgreSQL, whose version 3.4.9 does three things after a connection died that a hub may not do.
//
// What a transaction asks after that goes to the same connection once it was opened again, and may by then be another organisation's
// transaction. What it rolls back is written to nothing, from where no catch is reached, and ends the process. What was not written yet
// keeps the next connection from being opened. So these lines are replaced as they are loaded; where they are not what they were in
// that version, it is an error at once.

import { registerHooks } from "node:module";

type Mend = readonly [line: string, by: string];

const NOTHING_LEFT = "    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n";
const MENDS: Readonly<Record<string, readonly Mend[]>> = {
  "/postgres/src/index.js": [
    ["      , connection\n      , prepare", "      , connection\n      , gone = null\n      , prepare"],
    [
      "new Promise((_, reject) => connection.onclose = reject)",
      `new Promise((_, reject) => connection.onclose = error => {
          gone = error
          while (queries.length) queries.shift().reject(error)
          reject(error)
        })`,
    ],
    [
      "        q.catch(e => uncaughtError || (uncaughtError = e))\n",
      "        q.catch(e => uncaughtError || (uncaughtError = e))\n        if (gone !== null) return q.reject(gone)\n",
    ],
  ],
  "/postgres/src/connection.js": [
    [
      "    const x = socket.write(chunk, fn)\n",
      `    if (socket === null) {
  ${NOTHING_LEFT}      error(Errors.connection('CONNECTION_CLOSED', options))
      return true
    }
    const x = socket.write(chunk, fn)
`,
    ],
    ["    clearImmediate(nextWriteTimer)\n    if (socket) {\n", `${NOTHING_LEFT}    if (socket) {\n`],
    ["    clearImmediate(nextWriteTimer)\n    socket.remove", `${NOTHING_LEFT}    socket.remove`],
  ],
};

function mend(source: string, mends: readonly Mend[]): string {
  return mends.reduce((text, [line, by]) => {
    if (text.includes(line)) return text.replace(line, () => by);
    throw new TypeError("the driver of PostgreSQL is not the one that is mended here");
  }, source);
}

const hooks = registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    const [, mends] = Object.entries(MENDS).find(([file]) => url.endsWith(file)) ?? [];
    if (mends === undefined) return loaded;
    const source =
      typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
    return { ...loaded, source: mend(source, mends) };
  },
});
export const { default: postgres } = await import("postgres");
hooks.deregister();
