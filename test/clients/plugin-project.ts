// A home with the real Claude Code in which nothing but the plugin is installed, from a marketplace on disk that holds what
// the package holds, and a stand-in for the model.

import { cpSync, existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtPackage } from "../built.ts";
import { git } from "../fixture/git-repository.ts";
import { expectDone, runProcess } from "../fixture/scratch-project.ts";
import { freshDir, type Owner } from "../temp-dir.ts";
import { claudeEnv, claudeScript } from "./claude-project.ts";
import { claudeProgram } from "./client-program.ts";
import { type Conversation, startConversation } from "./conversation.ts";
import { startStandIn } from "./model/stand-in.ts";

export type PluginProject = {
  readonly base: string;
  readonly home: string;
  readonly top: string;
  /** Where plugin and package lie; a test may move the package, which is `dist` in it, to the base. */
  readonly market: string;
  /** First on the client's path. */
  readonly bin: string;
  readonly claude: (...args: string[]) => string;
  readonly credence: (...args: string[]) => string;
  /** A session: `claude -p ARGS`. */
  readonly converse: (...args: string[]) => Conversation;
  readonly installPlugin: () => void;
};

const REPOSITORY = join(import.meta.dirname, "../..");

export async function pluginProject(owner: Owner): Promise<PluginProject> {
  const base = freshDir(owner);
  const place = (name: string): string => join(base, name);
  const [home, top, market, bin] = [place("home"), place("project"), place("market"), place("bin")];
  for (const directory of [home, top, bin]) mkdirSync(directory);
  for (const name of ["plugin", ".claude-plugin"])
    cpSync(join(REPOSITORY, name), join(market, name), { recursive: true });
  cpSync((await builtPackage()).dist, join(market, "dist"), { recursive: true });
  git(top, "init", "--quiet");
  const standIn = await startStandIn(claudeScript);
  owner.after(() => void standIn.close());
  const env = {
    HOME: home,
    PATH: [bin, dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
    ...claudeEnv(standIn.url),
  };
  const claude = (...args: string[]): string =>
    expectDone(runProcess([claudeProgram(), ...args], { cwd: top, env })).stdout;
  return {
    ...{ base, home, top, market, bin, claude },
    credence: (...args) =>
      expectDone(runProcess([process.execPath, findScript([market, base]), ...args], { cwd: top, env }))
        .stdout,
    converse: (...args) => startConversation(owner, { cwd: top, env, standIn }, args),
    installPlugin: () => {
      claude("plugin", "marketplace", "add", market);
      claude("plugin", "install", "credence@credence");
    },
  };
}

function findScript(places: readonly string[]): string {
  const scripts = places.map((place) => join(place, "dist/credence.cjs"));
  return scripts.find((script) => existsSync(script)) ?? "";
}
