// A person signs whom an organisation's agents believe. Everything that is signed is shown before.

import { CredenceError } from "../../memory/errors.ts";
import type { PolicyContent } from "../../memory/law/sets/policy.ts";
import type { Answer } from "../frames/answer.ts";
import { type Asking, askUnder } from "../terminal/confirm.ts";
import { groupFingerprint } from "./render-trust.ts";

const MAY = {
  all: { person: "approves", machine: "writes" },
  wrote: { person: "", machine: "writes for a hub or for CI, and nothing else" },
  ended: { person: "is trusted no more", machine: "is trusted no more" },
} as const;

export async function signPolicyHere(asking: Asking, file: string): Promise<Answer> {
  const { call, workspace } = asking;
  const { addPolicy, planPolicy } = await import("../../app/people/sign-policy.ts");
  const { organisation } = call.values;
  const listOf = (option: string): string[] => [call.values[option] ?? []].flat().map(String);
  const content = planPolicy(workspace, {
    file,
    organisation: typeof organisation === "string" ? organisation : null,
    enrol: listOf("enrol").map(readEnrolled),
    end: listOf("end"),
    introduces: listOf("introduces"),
  });
  const ended = listOf("end").map((signer) => `${nameKey(signer)}: writes no more`);
  await askUnder(
    asking,
    [...describe(content), ...ended],
    `sign policy ${content.number} of ${content.organisation}?`,
  );
  const pinned = addPolicy(workspace, file, content);
  return {
    json: { kind: "signed", number: content.number, file, policy: pinned },
    says: [`policy ${content.number} is in ${file}`, `clients pin the first one: --policy ${pinned}`],
  };
}

/** `SIGNER=KEY=NAME`, as `credence mcp --hub` prints it. */
function readEnrolled(text: string): readonly [string, string, string] {
  const [signer = "", key = "", name = "CI"] = text.split("=");
  if (/^machine:[a-z2-7]{32}$/.test(signer) && /^[A-Za-z0-9_-]{43}$/.test(key)) return [signer, key, name];
  throw new CredenceError("USAGE", "--enrol takes SIGNER=KEY=NAME, as credence mcp --hub prints it");
}

function describe({ keys, organisation }: PolicyContent): string[] {
  return [
    `Whatever agents of ${organisation} are told is judged by these keys:`,
    ...keys.map(({ signer, name, may, introduces }) => {
      const kind = signer.startsWith("person:") ? "person" : "machine";
      const more = introduces ? ", and signs the next policy" : "";
      return `${name}, ${nameKey(signer)}: ${MAY[may][kind]}${more}`;
    }),
  ];
}

function nameKey(signer: string): string {
  return groupFingerprint(signer.slice(signer.indexOf(":") + 1));
}
