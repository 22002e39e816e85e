// Three machines share a root, and one of them is offline while another forgets a memory. Whatever brings the memory back,
// an old clone, a branch or the colleague who had approved it meanwhile, it is quarantined everywhere.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listMemories } from "../../../src/app/memories/list-memories.ts";
import { answerPrompt } from "../../../src/app/recall/answer-prompt.ts";
import { rootOf, type Workspace } from "../../../src/app/workspace/workspace.ts";
import { type KnownSigner, NO_TRUST, renderTrustFile } from "../../../src/trust/signers-file.ts";
import { ANY_STATE } from "../../deep.ts";
import { forget, look, raise, update } from "../../fixture/act-on.ts";
import { type OpenProject, openProject } from "../../fixture/open-project.ts";
import { refusal } from "../../fixture/refusal.ts";
import { signUnjudged } from "../../fixture/sign-unjudged.ts";
import { findText } from "../../fixture/tree.ts";
import { freshDir, type Owner } from "../../temp-dir.ts";

const ID = "project_deploy_on_fridays";
const OTHER = "project_tests_first";
const PERSON = { person: true };

type Team = { readonly ana: OpenProject; readonly bo: OpenProject; readonly cy: OpenProject };

/** All three trust each other, and have what Ana approved. */
async function makeTeam(owner: Owner): Promise<Team> {
  const made = (): OpenProject => openProject(owner, ANY_STATE);
  const [ana, bo, cy] = [made(), made(), made()];
  await ana.save({}, PERSON);
  await ana.save({ name: "Tests first", body: "Tests are written before the code they test." }, PERSON);
  for (const each of [bo, cy]) take(each, ana.root);
  const signers: KnownSigner[] = [];
  for (const [petname, each] of Object.entries({ ana, bo, cy })) {
    const { keys, roots } = await each.open(PERSON);
    const { signer = "", key = "" } = keys.person ?? {};
    signers.push({ signer, key, root: roots[0]?.id ?? null, petname, own: false });
  }
  for (const each of [ana, bo, cy])
    writeFileSync(join(each.state, "signers.json"), renderTrustFile({ ...NO_TRUST, signers }));
  return { ana, bo, cy };
}

/** As a pull does that finds nothing of its own. */
function take({ root }: OpenProject, from: string): void {
  rmSync(root, { recursive: true });
  cpSync(from, root, { recursive: true });
}

/** As a merge does: what either side has. */
function merge({ root }: OpenProject, from: string): void {
  cpSync(from, root, { recursive: true });
}

function keepClone(owner: Owner, { root }: OpenProject): string {
  const clone = join(freshDir(owner), "clone");
  cpSync(root, clone, { recursive: true });
  return clone;
}

async function assertForgotten(project: OpenProject, by = "ana"): Promise<void> {
  const { standing } = await look(project, ID);
  assert.deepEqual([standing.standing, standing.reason], ["quarantined", `forgotten by ${by} on 2026-05-01`]);
  const room = { budgetChars: 6_000, isLate: () => false, tells: false };
  const prompt = { text: "when do deployments happen, on fridays?", session: null, promptId: null };
  assert.doesNotMatch((await answerPrompt(await project.open(), prompt, room)).text, /Deployments happen/);
  assert.equal((await look(project, OTHER)).standing.standing, "verified");
}

test("what one machine forgot is forgotten on all, whoever brings the file and its approvals back", async (t) => {
  const { ana, bo, cy } = await makeTeam(t);
  for (const each of [bo, cy]) assert.equal((await look(each, ID)).standing.standing, "verified");
  const clone = keepClone(t, ana);
  // Offline, Cy approves another text of it.
  await update(cy, [ID, { description: "As Cy says" }], PERSON);
  assert.equal((await look(cy, ID)).standing.standing, "verified");
  await forget(ana, ID);
  assert.deepEqual(findText(ana.root, ID), []);
  take(bo, ana.root);
  await assert.rejects(look(bo, ID), refusal("NOT_FOUND"));
  merge(bo, clone);
  await assertForgotten(bo);
  merge(ana, clone);
  await assertForgotten(ana, "you");
  // Cy is back: their own approval is newer than anything that Ana knew.
  merge(bo, cy.root);
  await assertForgotten(bo);
  merge(cy, ana.root);
  await assertForgotten(cy);
  // A branch without the tombstone brings nothing back where it was seen.
  rmSync(join(bo.root, "attest/forgotten"), { recursive: true });
  await assertForgotten(bo);
  // A person may want it after all; the statements that were ended stay so.
  await raise(bo, ["restore", ID], { acknowledge: true });
  assert.equal((await look(bo, ID)).standing.standing, "verified");
});

/** The same id with a history of its own, approved by Cy: nothing in it leads to what Ana forgot. Bo never saw the first. */
async function bringStranger(cy: OpenProject, to: OpenProject): Promise<void> {
  const workspace = await cy.open(PERSON);
  const text = readFileSync(join(cy.root, "memories", `${ID}.md`), "utf8").replace(
    "before noon",
    "after noon",
  );
  rmSync(join(cy.root, "attest", ID), { recursive: true });
  writeFileSync(join(cy.root, "memories", `${ID}.md`), text);
  const root = rootOf(workspace, "project");
  signUnjudged(workspace, root, { id: ID, text, act: "approve", time: "2026-05-01T12:00:00Z", test: false });
  for (const name of [`memories/${ID}.md`, `attest/${ID}`]) {
    mkdirSync(join(to.root, "attest"), { recursive: true });
    cpSync(join(cy.root, name), join(to.root, name), { recursive: true });
  }
}

const standingsIn = (workspace: Workspace): Record<string, string> =>
  Object.fromEntries(
    listMemories(workspace, [rootOf(workspace, "project")]).map(({ file, standing }) => [
      file.id,
      `${standing.standing}: ${standing.cause}`,
    ]),
  );

test("another memory under the id of a forgotten one is another memory, and no other memory is held up", async (t) => {
  const { ana, bo, cy } = await makeTeam(t);
  await forget(ana, ID);
  take(bo, ana.root);
  await bringStranger(cy, bo);
  assert.deepEqual(standingsIn(await bo.open()), {
    [ID]: "foreign: unknown-signer",
    [OTHER]: "verified: approved",
  });
  const told = findText(join(bo.state, "roots"), ID).filter((path) => !path.endsWith("/ledger.sqlite"));
  assert.deepEqual(told, []);
});
