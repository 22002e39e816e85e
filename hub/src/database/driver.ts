// Loads the PostgreSQL driver with patches, because version 3.4.9 does three things after a connection died that a hub must
// not do.
//
// A later query of the same transaction goes to the reopened connection, possibly into the transaction of another
// organisation. A rollback is written to no socket, which no catch can reach, and ends the process. Data that was not
// written yet keeps the next connection from opening. The affected lines are replaced when the driver is loaded; if a line
// is not as it was in that version, loading fails at once.

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
