import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decideProposal,
  type KnownMemory,
  type Proposal,
  type ProposalOutcome,
} from "../../../src/memory/law/proposal.ts";

const PROPOSAL: Proposal = {
  type: "project",
  category: "constraint",
  name: "Deploy on Friday",
  tags: ["deploy"],
  digest: "1".repeat(64),
  ends: false,
};
const KNOWN: KnownMemory = {
  id: "project_known",
  type: "project",
  category: "constraint",
  name: "Deploy every Friday",
  tags: ["deploy"],
  digest: "2".repeat(64),
  approved: false,
};

const ROWS: readonly {
  readonly when: string;
  readonly proposal?: Partial<Proposal>;
  readonly known: readonly Partial<KnownMemory>[];
  readonly becomes: ProposalOutcome;
}[] = [
  { when: "nothing is known", known: [], becomes: { kind: "create", supersedes: null } },
  {
    when: "nothing known is alike",
    known: [{ name: "Something else", tags: [] }],
    becomes: { kind: "create", supersedes: null },
  },
  { when: "something alike is known", known: [{}], becomes: { kind: "update", id: "project_known" } },
  {
    when: "a person approved what is alike",
    known: [{ approved: true }],
    becomes: { kind: "create", supersedes: "project_known" },
  },
  {
    when: "the very text is known",
    known: [{ digest: "1".repeat(64), name: "Else", tags: [] }],
    becomes: { kind: "no-op", why: "project_known already says this" },
  },
  {
    when: "a matter ended that nobody knows",
    proposal: { ends: true },
    known: [],
    becomes: { kind: "no-op", why: "nothing here is about the matter that ended" },
  },
  {
    when: "a known matter ended",
    proposal: { ends: true },
    known: [{}],
    becomes: { kind: "retire", id: "project_known" },
  },
  {
    when: "an approved matter ended",
    proposal: { ends: true },
    known: [{ approved: true }],
    becomes: { kind: "create", supersedes: "project_known" },
  },
];

for (const { when, proposal, known, becomes } of ROWS) {
  test(`a proposal, when ${when}, becomes ${becomes.kind}`, () => {
    const outcome = decideProposal(
      { ...PROPOSAL, ...proposal },
      known.map((each) => ({ ...KNOWN, ...each })),
    );
    assert.deepEqual(outcome, becomes);
  });
}

for (const category of ["decision", "preference", "session_summary"] as const) {
  test(`a ${category} that ended is updated and not retired: its history is worth keeping`, () => {
    const outcome = decideProposal({ ...PROPOSAL, category, ends: true }, [{ ...KNOWN, category }]);
    assert.deepEqual(outcome, { kind: "update", id: "project_known" });
  });
}

test("the very text decides before what is merely alike, wherever it stands in the list", () => {
  const same = { ...KNOWN, id: "project_same", digest: "1".repeat(64), name: "Else", tags: [] };
  const alike = { ...KNOWN, id: "project_alike" };
  const becomes = { kind: "no-op", why: "project_same already says this" };
  assert.deepEqual(decideProposal(PROPOSAL, [alike, same]), becomes);
  assert.deepEqual(decideProposal(PROPOSAL, [same, alike]), becomes);
});
