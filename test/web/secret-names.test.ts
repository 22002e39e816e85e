import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cheaplyKeyedProject } from "../fixture/keyed-project.ts";
import { memoryText } from "../fixture/memory-text.ts";
import { SAMPLE_SECRET } from "../fixture/sample-secret.ts";
import { playPage } from "./play-page.ts";

const TOKEN = SAMPLE_SECRET.toLowerCase();
const ID = `project_${TOKEN}`;
const ADDRESSES = [
  "overview",
  "queue",
  "kept-out",
  "sessions",
  "health",
  "memories",
  "audit?format=html",
  "audit?format=json",
  `memory?scope=project&id=${ID}`,
  `memory?scope=project&id=project_absent_${TOKEN}`,
];

test("no answer of the page holds a token that is the name of a file", async (t) => {
  const project = await cheaplyKeyedProject(t);
  writeFileSync(join(project.root, "memories", `${ID}.md`), memoryText());
  const said = new Map<string, string>();
  await playPage(t, project, {
    walk: async ({ tab }) => {
      for (const address of ADDRESSES) said.set(address, (await tab.get(`/api/${address}`)).body);
    },
  });
  assert.equal(said.size, ADDRESSES.length);
  assert.match(said.get("memories") ?? "", /project_ghp_… \(40 characters\)/);
  assert.deepEqual(
    ADDRESSES.filter((address) => said.get(address)?.includes(TOKEN)),
    [],
  );
});
