import assert from "node:assert/strict";
import { after, test } from "node:test";
import { COMMANDS } from "../../src/operate/commands.ts";
import { openTeam, sayAbout, store } from "../team.ts";

const ROOT = "1".repeat(32);
const team = await openTeam();
after(team.close);

/** What the command says is wrong, and how it ends. */
async function askDoctor(): Promise<{
  readonly faults: readonly string[];
  readonly exit: number | undefined;
}> {
  const lines: string[] = [];
  const exit = await COMMANDS.get("doctor")?.({
    ...{ values: { database: team.database.url, connections: "2" }, positionals: [], env: {} },
    ...{ say: (line) => lines.push(line), log: () => undefined, untilEnded: Promise.resolve() },
  });
  const faults = lines.filter((line) => line.startsWith("FAULT ")).map((line) => line.slice("FAULT ".length));
  // The cluster of the tests keeps nothing when the machine is lost.
  return { faults: faults.filter((line) => !line.startsWith("settings that lose")), exit };
}

test("doctor finds each part that a forgotten memory may leave", async () => {
  const { database, org, person } = team;
  const body = "The lantern of the pier is lit from dusk on.";
  const memory = sayAbout({ root: ROOT, id: "project_lantern", body, by: person });
  await store(team, ROOT, [memory]);
  assert.deepEqual((await askDoctor()).faults, []);
  const leave: [string, string][] = [
    [
      `INSERT INTO credence.ended VALUES ('${org}', '${ROOT}', '${memory.born}', '${memory.hash}')`,
      "Acme: statements about forgotten memories: 1",
    ],
    ["DELETE FROM credence.statement", "Acme: texts that no statement names: 1"],
    ["DELETE FROM credence.text", "Acme: passages of texts that are gone: 1"],
    [
      "SET LOCAL session_replication_role = replica; DELETE FROM credence.memory_row",
      "Acme: words of passages that are gone: 1",
    ],
  ];
  for (const [statement, fault] of leave) {
    await database.owner.begin((tx) => tx.unsafe(statement));
    const { faults, exit } = await askDoctor();
    assert.ok(faults.includes(fault), `${fault}: ${faults.join()}`);
    assert.equal(exit, 2);
  }
});
