// Whose word counts here, and whose does not.

import type { AuditReport } from "../../app/audit/report.ts";
import { code, number, type Section, sectionOf, tableOf, text } from "./section.ts";

export function signerSection({ signers: { own, signers, unknown } }: AuditReport): Section {
  const open = own.filter(({ kind, sealed }) => kind === "person" && !sealed).length;
  const leads = [
    `Trusted signers of other machines: ${signers.length}; unknown ones: ${unknown.length}.`,
    open > 0 ? "Your person key has no passphrase: any program of yours can use it." : "",
  ];
  return sectionOf({
    id: "signers",
    title: "Signers",
    lead: leads.filter(Boolean).join(" "),
    count: own.length + signers.length + unknown.length,
    tables: [
      tableOf(
        "Your own keys",
        ["kind", "fingerprint", "passphrase"],
        own.map(({ kind, fingerprint, sealed }) => [
          text(kind),
          code(fingerprint),
          text(sayPassphrase(kind, sealed)),
        ]),
      ),
      tableOf(
        "Trusted signers",
        ["name", "kind", "fingerprint", "root"],
        signers.map((each) => [text(each.petname), text(each.kind), code(each.fingerprint), text(each.root)]),
      ),
      tableOf(
        "Unknown signers",
        ["kind", "fingerprint ends in", "root", "statements", "memories"],
        unknown.map(({ kind, ends, root, statements, ids }) => [
          text(kind),
          code(ends),
          text(root),
          number(statements),
          number(ids.length),
        ]),
      ),
    ],
  });
}

function sayPassphrase(kind: string, sealed: boolean): string {
  if (kind === "machine") return "not wanted";
  return sealed ? "yes" : "none";
}
