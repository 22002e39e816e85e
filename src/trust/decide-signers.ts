// The signers that count on this machine: its own keys, and what the choices of its person make of the statements about keys.

import { kindOfSigner } from "../memory/law/statement.ts";
import { type Accepted, type Decision, decideTrust, type TrustedKey } from "../memory/people/decide-trust.ts";
import { nameTrusted } from "../memory/people/name-keys.ts";
import { nameKey } from "../memory/people/person-statement.ts";
import type { PeopleRecord } from "./people-record.ts";
import type { KnownSigner, SignerEntry, TrustFile } from "./signers-file.ts";

export function decideHere(
  own: readonly KnownSigner[],
  { signers, confirmed, revoked }: TrustFile,
  { statements }: Pick<PeopleRecord, "statements">,
): Decision {
  return decideTrust(
    [...statements.values()].map(({ statement }) => statement),
    {
      own: own
        .filter(({ former }) => former !== true)
        .map(({ signer, key }) => ({ kind: kindOfSigner(signer), key })),
      accepted: signers.map(toAccepted),
      confirmed: new Set(confirmed),
      revoked: new Map(revoked.map(({ name, choice }) => [name, choice])),
    },
  );
}

function toAccepted({ signer, key, petname, root, mine, proposes, ended }: SignerEntry): Accepted {
  const kind = kindOfSigner(signer);
  return {
    ...{ kind, key, person: petname, root },
    ...{ mine: mine === true, ended: ended === true, may: proposes === true ? "wrote" : "all" },
  };
}

/** Own keys first: no other source says anything of these. Null in the place of a record: no typed key says anything new. */
export function decideSigners(
  own: readonly KnownSigner[],
  file: TrustFile,
  record: PeopleRecord | null,
): KnownSigner[] {
  const { trusted } = decideHere(own, file, record ?? { statements: new Map() });
  const mine = new Set(own.map(({ key }) => key));
  const others = trusted.flatMap((each): KnownSigner[] => {
    const typed = file.signers.find(
      ({ key, signer }) => key === each.key && kindOfSigner(signer) === each.kind,
    );
    const fingerprint = record?.fingerprints.get(nameKey(each));
    const signer = typed?.signer ?? (fingerprint === undefined ? null : `${each.kind}:${fingerprint}`);
    if (signer === null || mine.has(each.key)) return [];
    const petname = each.by === "typed" ? (typed?.petname ?? each.person) : nameTrusted(each);
    return [toSigner(each, { signer, petname, former: each.former || record === null, file })];
  });
  return [...own, ...others];
}

type Naming = Pick<KnownSigner, "signer" | "petname"> & {
  readonly former: boolean;
  readonly file: TrustFile;
};

function toSigner(each: TrustedKey, { signer, petname, former, file }: Naming): KnownSigner {
  const { key, root, may, by, mine } = each;
  const kept = file.revoked.find(({ name }) => name === nameKey(each))?.honours ?? [];
  const honours = new Set([...each.honours, ...kept]);
  return {
    ...{ signer, key, root, petname, own: false },
    ...(former ? { former: true } : {}),
    ...(former && honours.size > 0 ? { honours } : {}),
    ...(may === "ended" ? { lost: true } : {}),
    ...(may === "wrote" ? { proposes: true } : {}),
    ...(by === "statement" ? { via: "statement" } : {}),
    ...(mine ? { mine } : {}),
    // A machine that was only typed is owned by no person.
    ...(each.kind === "person" || by === "statement" ? { owner: each.person } : {}),
  };
}
