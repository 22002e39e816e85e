// Two memories about one bird: a decision of the project that a person approved, and a note of the user's that nobody did.

import { type RecallProject, recallProject } from "../../fixture/recall-project.ts";
import type { Owner } from "../../temp-dir.ts";

export const PROMPT = "when does the kiwi sleep?";

export async function kiwiSample(owner: Owner): Promise<RecallProject> {
  const project = await recallProject(owner, { user: true });
  const BODY = "The kiwi sleeps by day.\n\nWhy: it hunts by night.\nHow to apply: be quiet.";
  await project.save("project_kiwi", {
    name: "Kiwi <hours>",
    body: BODY,
    more: ["--tags", "birds,night", "--category", "decision", "--as-test-person"],
  });
  await project.save("user_kiwi", {
    name: "Kiwi and I",
    body: "I like the kiwi, and the kiwi likes to sleep by day.",
  });
  project.keep();
  return project;
}
