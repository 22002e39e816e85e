import type { DescribedMemory } from "../../app/memories/describe-memory.ts";
import type { Memory } from "../../memory/memory.ts";
import { asShown } from "../../memory/text/render-terminal.ts";
import { revealHidden } from "../../memory/text/reveal.ts";
import { defineIdCommand } from "../frames/id-command.ts";
import { type LabelledRow, labelled, type Report } from "../report/report.ts";

export const show = defineIdCommand({
  name: "show",
  summary: "Show one memory, its standing and its provenance",
  form: "ID",
  async act({ workspace, target }) {
    const { describeMemory } = await import("../../app/memories/describe-memory.ts");
    const { learnWordings } = await import("../../app/index/judge-unknown.ts");
    await learnWordings(workspace, [target]);
    const memory = describeMemory(workspace, target);
    // The words of a quarantine are no part of what is signed: like the taint they are for people.
    const { hideInCause } = await import("../../app/memories/hide-secrets.ts");
    const cause = workspace.presence.kind === "person" ? hideInCause(target.memory) : null;
    const why = memory.body === null ? await whyWithheld(memory) : "";
    return { json: memory, says: sayMemory(memory, cause, why) };
  },
});

type Cause = Pick<Memory, "quarantineReason" | "quarantinedBy">;

function sayMemory(memory: DescribedMemory, cause: Cause | null, whyWithheld: string): Report {
  const { id, standing, reason, path, name, description, body } = memory;
  const rows: LabelledRow[] = [
    ["id", id],
    ["standing", `${standing} (${reason})`],
    ["flagged", memory.flagged],
    ["quarantined", cause?.quarantineReason ?? null],
    ["by", cause?.quarantinedBy ?? null],
    ["file", path],
    ["name", name],
    ["description", description],
    ["category", memory.category],
    ["tags", memory.tags.join(", ") || null],
    ["tier", memory.tier],
    ["status", memory.status],
    ["created", memory.createdAt],
    ["last verified", memory.lastVerified],
    ["origin", memory.origin],
    ["taint", memory.taint.join(", ") || null],
    ["digest", memory.digest],
  ];
  // A person sees what a screen would hide, in the title as in the text.
  const head = labelled(
    14,
    rows.map(([key, value]) => [key, value === null ? null : revealHidden(value).text]),
  );
  if (body === null) return [head, "", `the text is withheld: ${whyWithheld}`];
  // To the letter, but for what a screen would hide.
  return [head, "", { shown: asShown(revealHidden(body).text.trimEnd()) }];
}

/** The standing has its own reason; what nobody vouched for can be settled by a person. */
async function whyWithheld({ standing, reason }: DescribedMemory): Promise<string> {
  if (standing !== "foreign") return reason;
  const { withRemedy } = await import("../../memory/remedies.ts");
  const nobody = "no signer you trust vouched for it";
  return withRemedy(nobody, reason === "unknown signer" ? "unknown-signer" : "foreign");
}
