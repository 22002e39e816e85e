// Starts the hook process of Credence for one event, or with --server its MCP server. The plugin carries no copy of the
// program: it uses the one of the package that it came with, else the first `credence` on PATH that is the program, or a link
// to it. Without one, or with a Node that is too old, it is silent, and so are hooks without a state of this machine: a plugin
// never disturbs a session. The server says to whoever calls it that there is no state, and makes none.
//
// Attack: a PATH that leads into the project: a program that lies there is passed over. A HOME that leads away from the state
// of the person, to silence the hooks: the account's own home is used then.

const { existsSync, realpathSync } = require("node:fs");
const { userInfo } = require("node:os");
const { basename, delimiter, isAbsolute, join, sep } = require("node:path");

const PROGRAM = "credence.cjs";
const NODE_SINCE = 22;

function findProgram() {
  const beside = findReal(join(__dirname, "..", "..", "dist", PROGRAM));
  if (beside !== null) return beside;
  const listed = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  const found = listed.map((directory) => findReal(join(directory, "credence")));
  // What is no program of ours, such as a script for the shell, could do anything.
  return found.find((real) => real !== null && basename(real) === PROGRAM && !isOfProject(real)) ?? null;
}

function findReal(path) {
  try {
    return realpathSync(path);
  } catch {
    // It is not there, or is a link without an end.
    return null;
  }
}

// A home that a session was started in holds the person's own programs.
function isOfProject(path, home = findReal(HOME)) {
  return [process.env.CLAUDE_PROJECT_DIR ?? "", "."].map(findReal).some((top) => {
    return top !== null && isBelow(path, top) && home !== top && !isBelow(home ?? "", top);
  });
}

// Inside of the project, not the project itself: a home may be one.
function isBrought(home) {
  return isOfProject(findReal(home) ?? home, "");
}

function findHome() {
  if (isAbsolute(GIVEN) && existsSync(join(GIVEN, STATE)) && !isBrought(GIVEN)) return GIVEN;
  const own = findAccountHome();
  return own !== null && (GIVEN === "" || existsSync(join(own, STATE))) ? own : GIVEN || "/";
}

function findAccountHome() {
  try {
    return userInfo().homedir;
  } catch {
    // An account without an entry.
    return null;
  }
}

function isBelow(path, directory) {
  return path.startsWith(directory + sep);
}

// Where a person's commands keep them unless they say otherwise. No variable decides: a repository can set those. HOME itself
// counts where there is a state, and no project around it brought that.
const STATE = join(".local", "state", "credence");
const GIVEN = process.env.HOME ?? "";
const HOME = findHome();
const state = join(HOME, STATE);
const cache = join(HOME, ".cache", "credence");
const isServer = process.argv[2] === "--server";
const isReady = Number(process.versions.node.split(".")[0]) >= NODE_SINCE && (isServer || existsSync(state));
const program = isReady ? findProgram() : null;

if (program !== null) {
  const what = isServer ? ["mcp"] : ["hook", "claude-code", ...process.argv.slice(2)];
  const words = [...what, "--state", state, "--cache", cache];
  process.env.CREDENCE_SESSION_HOME = GIVEN || HOME;
  process.env.HOME = HOME;
  process.argv.splice(1, process.argv.length - 1, program, ...words);
  require(program);
}
