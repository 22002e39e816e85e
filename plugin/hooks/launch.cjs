// Starts the hook process of Credence for one event, or with --server its MCP server. The plugin carries no copy of the
// program: it uses the one of the package that it came with, else the `credence` on PATH. Without one, without a state of this
// machine, or with a Node that is too old it is silent: a plugin never disturbs a session.

const { existsSync, realpathSync } = require("node:fs");
const { homedir } = require("node:os");
const { basename, delimiter, isAbsolute, join } = require("node:path");

const PROGRAM = "credence.cjs";
const NODE_SINCE = 22;

function findProgram() {
  const beside = join(__dirname, "..", "..", "dist", PROGRAM);
  const listed = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  const found = [beside, ...listed.map((directory) => join(directory, "credence"))].find(existsSync);
  const real = found === undefined ? null : realpathSync(found);
  return real !== null && basename(real) === PROGRAM ? real : null;
}

// Where a person's commands keep them unless they say otherwise. No variable decides: a repository can set those.
const state = join(homedir(), ".local", "state", "credence");
const cache = join(homedir(), ".cache", "credence");
const isServer = process.argv[2] === "--server";
const isReady = Number(process.versions.node.split(".")[0]) >= NODE_SINCE && (isServer || existsSync(state));
const program = isReady ? findProgram() : null;

if (program !== null) {
  const what = isServer ? ["mcp"] : ["hook", "claude-code", ...process.argv.slice(2)];
  const words = [...what, "--state", state, "--cache", cache];
  process.argv.splice(1, process.argv.length - 1, program, ...words);
  require(program);
}
