// Forged statements: whatever anybody can sign who is not the person, and whatever the person signed about something else.

import { cpSync } from "node:fs";
import { join } from "node:path";
import { renderStatement, type TextStatement } from "../../src/memory/law/statement.ts";
import * as signing from "./forged-signature.ts";
import * as forge from "./forgery-sample.ts";
import { type Forgery, type ForgeryCase, ID } from "./forgery-sample.ts";

/** An approval of the inferred memory's own text, made from the statement that it was written. */
const approval = (project: Forgery, more: Partial<TextStatement> = {}): TextStatement => ({
  ...signing.oneOf(project, ID.inferred, "wrote"),
  act: "approve",
  ...more,
});

/** A statement of the wrong kind beside a file that claims to be verified. */
function signed(
  by: (project: Forgery) => Parameters<typeof signing.sign>[1],
  more: Partial<TextStatement> = {},
): ForgeryCase {
  const does = (project: Forgery): void => {
    forge.claimVerified(project);
    signing.sign(project, by(project), approval(project, more));
  };
  return { id: ID.inferred, does, standing: forge.AS_BEFORE };
}

export const FORGED_STATEMENTS: Readonly<Record<string, ForgeryCase>> = {
  "an approval is copied from another id": {
    id: ID.inferred,
    does: (project) => {
      forge.claimVerified(project);
      cpSync(join(project.root, "attest", ID.approved), join(project.root, "attest", ID.inferred), {
        recursive: true,
      });
    },
    standing: forge.AS_BEFORE,
  },
  "an approved text and its approval are copied under a new id": forge.planted((project) => {
    cpSync(project.pathOf(ID.approved), project.pathOf(ID.planted));
    cpSync(join(project.root, "attest", ID.approved), join(project.root, "attest", ID.planted), {
      recursive: true,
    });
  }),
  "a person's approval was given in another root": signed((project) => signing.ownKey(project, "person"), {
    root: "f".repeat(32),
  }),
  "a person's approval was given in the other scope": signed((project) => signing.ownKey(project, "person"), {
    scope: "user",
  }),
  "a person's approval is about another text": signed((project) => signing.ownKey(project, "person"), {
    digest: "0".repeat(64),
  }),
  "a statement is edited and keeps its signature": {
    id: ID.inferred,
    does: (project) => {
      forge.claimVerified(project);
      const { key, signature } = signing.oneOf(project, ID.inferred, "wrote");
      signing.drop(project, ID.inferred, renderStatement(approval(project), { key, signature }));
    },
    standing: forge.AS_BEFORE,
  },
  "a stranger approves": signed(() => signing.strangersKey()),
  "a strange machine approves": signed(() => signing.strangersKey("machine")),
  "this machine's key approves": signed((project) => signing.ownKey(project, "machine")),
  "this machine's key approves in the person's name": signed((project) => ({
    ...signing.ownKey(project, "machine"),
    signer: signing.ownKey(project, "person").signer,
  })),
  "a stranger approves in the person's name, and gives the person's key": signed((project) => ({
    ...signing.strangersKey(),
    signer: signing.ownKey(project, "person").signer,
    key: signing.ownKey(project, "person").key,
  })),
  "a stranger vouches for a planted text": forge.planted((project) => {
    const digest = "0".repeat(64);
    signing.sign(project, signing.strangersKey(), approval(project, { id: ID.planted, digest }));
  }),
  "a stranger lifts a lowering": {
    id: ID.lowered,
    does: (project) => {
      const lower = signing.oneOf(project, ID.lowered, "lower");
      signing.sign(project, signing.strangersKey(), {
        ...lower,
        act: "approve",
        reason: null,
        lifts: [lower.hash],
      });
      forge.revive(project, ID.lowered);
    },
    standing: forge.LOWERED,
  },
  "this machine's key takes a lowering back": {
    id: ID.lowered,
    does: (project) => {
      const lower = signing.oneOf(project, ID.lowered, "lower");
      for (const act of ["wrote", "approve", "unretire", "keep"] as const) {
        signing.sign(project, signing.ownKey(project, "machine"), {
          ...lower,
          act,
          reason: null,
          lifts: [lower.hash],
        });
      }
      forge.revive(project, ID.lowered);
    },
    standing: forge.LOWERED,
  },
};
