import { selectEvidence } from "../../memory/law/evidence.ts";
import { readAttestFiles } from "../../trust/attest-files.ts";
import type { LoadedMemory } from "./load-memory.ts";

/** Rule ids that people took on when they vouched for this very text. */
export function listAcknowledged({ root, file, input, digest }: LoadedMemory): ReadonlySet<string> {
  const counting = new Set(
    selectEvidence(input)
      .present.filter((each) => each.digest === digest && (each.act === "approve" || each.act === "keep"))
      .map(({ hash }) => hash),
  );
  const statements = readAttestFiles(root.path, file.id).attestations;
  return new Set(statements.filter(({ hash }) => counting.has(hash)).flatMap((each) => each.acknowledged));
}
