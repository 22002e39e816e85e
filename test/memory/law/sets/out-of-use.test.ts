// The rules of the law of sets, each with its cases: what takes a memory out of use, and what brings it back.

import { SIGNERS, testRule } from "./telling.ts";

testRule("negative acts hold until a person names them", [
  [
    "a person's",
    (s) => {
      s.say("ana", "approve");
      s.say("bo", "lower");
    },
    ["quarantine/user_a quarantined (lowered): one"],
  ],
  [
    "approved and lowered at once: lowered",
    (s) => {
      s.say("bo", "lower");
      s.say("ana", "approve");
    },
    ["quarantine/user_a quarantined (lowered): one"],
  ],
  [
    "restored by an approval that names it",
    (s) => {
      s.say("laptop", "wrote");
      s.say("bo", "lower");
      s.answer("ana", "approve");
    },
    ["user_a verified (approved): one"],
  ],
  [
    "keep lifts nothing",
    (s) => {
      s.say("laptop", "wrote");
      s.say("bo", "lower");
      s.answer("ana", "keep");
    },
    ["quarantine/user_a quarantined (lowered): one"],
  ],
  [
    "restoring a repaired text says nothing for the old one",
    (s) => {
      const { hash } = s.say("laptop", "wrote");
      const { hash: lowered } = s.say("bo", "lower");
      s.say("ana", "approve", { text: "two", follows: [hash], lifts: [lowered] });
      s.answer("ana", "approve", { lifts: [] });
    },
    ["quarantine/user_a quarantined (lowered): one"],
  ],
  [
    "a second lowering holds",
    (s) => {
      s.say("laptop", "wrote");
      s.say("bo", "lower");
      s.answer("ana", "approve");
      s.say("bo", "lower", { reason: "again" });
    },
    ["quarantine/user_a quarantined (lowered): one"],
  ],
  [
    "a later word passes on what was lifted, though the text between is gone",
    (s) => {
      s.say("laptop", "wrote");
      s.say("bo", "lower");
      s.answer("ana", "approve", { text: "two" });
      s.answer("ana", "approve", { text: "three" });
      s.withhold("two");
    },
    ["user_a verified (approved): three"],
  ],
  [
    "retired, also in a text that nobody had seen",
    (s) => {
      s.say("laptop", "wrote");
      s.say("bo", "retire");
      s.say("desktop", "wrote", { text: "two" });
    },
    ["user_a retired: two", "user_a_other_ waits: one"],
  ],
  [
    "brought back by unretire",
    (s) => {
      s.say("laptop", "wrote");
      const { hash } = s.say("bo", "retire");
      s.say("ana", "unretire", { lifts: [hash] });
    },
    ["user_a inferred (written): one"],
  ],
  [
    "unretire lifts no lowering",
    (s) => {
      s.say("laptop", "wrote");
      const { hash } = s.say("bo", "lower");
      s.say("ana", "unretire", { lifts: [hash] });
    },
    ["quarantine/user_a quarantined (lowered): one"],
  ],
  [
    "archived: it stands as it stood, out of use",
    (s) => {
      s.say("ana", "approve");
      s.say("ana", "archive");
    },
    ["user_a verified (approved) archived: one"],
  ],
  [
    "a machine brings back what a machine archived",
    (s) => {
      s.say("laptop", "wrote");
      const { hash } = s.say("laptop", "archive");
      s.say("desktop", "unarchive", { lifts: [hash] });
    },
    ["user_a inferred (written): one"],
  ],
  [
    "and not what a person archived",
    (s) => {
      s.say("laptop", "wrote");
      const { hash } = s.say("ana", "archive");
      s.say("desktop", "unarchive", { lifts: [hash] });
    },
    ["user_a inferred (written) archived: one"],
  ],
]);

testRule("a machine's negative act on what a person approved is a wish", [
  [
    "lowered",
    (s) => {
      s.say("ana", "approve");
      s.say("desktop", "lower");
    },
    ["user_a verified (approved): one"],
  ],
  [
    "retired and archived",
    (s) => {
      s.say("ana", "approve");
      s.say("desktop", "retire");
      s.say("laptop", "archive");
    },
    ["user_a verified (approved): one"],
  ],
  [
    "never approved: it holds",
    (s) => {
      s.say("laptop", "wrote");
      s.say("desktop", "lower");
    },
    ["quarantine/user_a quarantined (lowered): one"],
  ],
  [
    "a validator's counts on its own machine",
    (s) => {
      s.say("ana", "approve");
      s.say("laptop", "lower", { acknowledged: ["secret"] });
    },
    ["quarantine/user_a quarantined (lowered): one"],
  ],
  [
    "and elsewhere it is a wish",
    (s) => {
      s.me = SIGNERS.desktop;
      s.say("ana", "approve");
      s.say("laptop", "lower", { acknowledged: ["secret"] });
    },
    ["user_a verified (approved): one"],
  ],
  [
    "unless the validators there fail the text, too",
    (s) => {
      s.me = SIGNERS.desktop;
      s.failing.add("one");
      s.say("ana", "approve");
      s.say("laptop", "lower", { acknowledged: ["secret"] });
    },
    ["quarantine/user_a quarantined (fails): one"],
  ],
]);

testRule("withdrawn: what remains decides", [
  [
    "an approval",
    (s) => {
      s.say("laptop", "wrote");
      const { hash } = s.answer("ana", "approve");
      s.say("ana", "withdraw", { lifts: [hash] });
    },
    ["user_a inferred (written): one"],
  ],
  [
    "an edit: the text before it is the fact again",
    (s) => {
      s.say("ana", "approve");
      const { hash } = s.answer("ana", "approve", { text: "two" });
      s.say("ana", "withdraw", { lifts: [hash] });
    },
    ["user_a verified (approved): one"],
  ],
  [
    "a lowering",
    (s) => {
      s.say("laptop", "wrote");
      const { hash } = s.say("ana", "lower");
      s.say("ana", "withdraw", { lifts: [hash] });
    },
    ["user_a inferred (written): one"],
  ],
  [
    "a restore: the lowering holds again",
    (s) => {
      s.say("laptop", "wrote");
      s.say("bo", "lower");
      const { hash } = s.answer("ana", "approve");
      s.say("ana", "withdraw", { lifts: [hash] });
    },
    ["quarantine/user_a quarantined (lowered): one"],
  ],
  [
    "nobody withdraws for another",
    (s) => {
      s.say("laptop", "wrote");
      const { hash } = s.say("bo", "lower");
      s.say("ana", "withdraw", { lifts: [hash] });
    },
    ["quarantine/user_a quarantined (lowered): one"],
  ],
  [
    "nor of another memory",
    (s) => {
      s.say("laptop", "wrote");
      const { hash } = s.say("ana", "lower");
      s.say("ana", "withdraw", { born: "other", lifts: [hash] });
    },
    ["quarantine/user_a quarantined (lowered): one"],
  ],
]);

testRule("forgotten", [
  [
    "the memory is gone, with what arrives later",
    (s) => {
      s.say("ana", "approve");
      s.forget("bo");
      s.say("ana", "approve", { text: "two" });
    },
    [],
  ],
  [
    "a machine forgets nothing",
    (s) => {
      s.say("laptop", "wrote");
      s.forget("laptop");
    },
    ["user_a inferred (written): one"],
  ],
  [
    "its id is free: a memory that is made anew under it stands by itself",
    (s) => {
      s.say("ana", "approve");
      s.forget("bo");
      s.say("ana", "approve", { born: "new", text: "two" });
    },
    ["user_a verified (approved): two"],
  ],
  [
    "its words, made anew under its id, wait for a person who is told",
    (s) => {
      s.say("ana", "approve");
      s.forget("bo");
      s.say("ana", "approve", { born: "new" });
    },
    ["quarantine/user_a quarantined (words-forgotten): one"],
  ],
  [
    "and are in use after their approval",
    (s) => {
      s.say("ana", "approve");
      s.forget("bo");
      s.say("laptop", "wrote", { born: "new" });
      s.answer("ana", "approve", { born: "new" });
    },
    ["user_a verified (approved): one"],
  ],
  [
    "its words under another id are held, and not erased",
    (s) => {
      s.say("ana", "approve", { born: "fact", id: "user_fact" });
      s.forget("bo");
    },
    ["quarantine/user_fact quarantined (words-forgotten): one"],
  ],
  [
    "folded words, too",
    (s) => {
      s.say("ana", "approve", { born: "fact", id: "user_fact", text: "ONE" });
      s.forget("bo");
    },
    ["quarantine/user_fact quarantined (words-forgotten): ONE"],
  ],
  [
    "one person's yes lifts that",
    (s) => {
      s.say("ana", "approve", { born: "fact", id: "user_fact" });
      s.forget("bo");
      s.answer("ana", "approve", { born: "fact" });
    },
    ["user_fact verified (approved): one"],
  ],
  [
    "a yes to other words does not",
    (s) => {
      s.say("ana", "approve", { born: "fact", id: "user_fact" });
      const { hash } = s.forget("bo");
      s.answer("ana", "approve", { born: "fact", text: "two", lifts: [hash] });
      s.answer("ana", "approve", { born: "fact", lifts: [] });
    },
    ["quarantine/user_fact quarantined (words-forgotten): one"],
  ],
]);

testRule("trust that ended", [
  [
    "what the key vouched for is over",
    (s) => {
      s.say("bo", "approve");
      s.trust.set(SIGNERS.bo, "ended");
    },
    ["user_a foreign (unknown-signer): one"],
  ],
  [
    "what it took out of use stays out",
    (s) => {
      s.say("laptop", "wrote");
      s.say("bo", "lower");
      s.trust.set(SIGNERS.bo, "ended");
    },
    ["quarantine/user_a quarantined (lowered): one"],
  ],
  [
    "and so does what it forgot",
    (s) => {
      s.say("laptop", "wrote");
      s.trust.set(SIGNERS.bo, "ended");
      s.forget("bo");
    },
    [],
  ],
]);
