// All three validators on a text that wants to become, or stay, a memory.

import { CredenceError } from "../../memory/errors.ts";
import { digestMemory } from "../../memory/file/digest.ts";
import { computeStanding, type StandingInput } from "../../memory/law/standing.ts";
import type { KeyKind } from "../../memory/law/statement.ts";
import { REASON_CHARS_MAX } from "../../memory/limits.ts";
import type { Memory } from "../../memory/memory.ts";
import { sanitizeLine } from "../../memory/text/sanitize.ts";
import { checkStructure, readStructure } from "../../validate/check-structure.ts";
import { stemOf } from "../../validate/file-stem.ts";
import { redactField } from "../../validate/redaction.ts";
import { scanSecrets } from "../../validate/secrets/scan-secrets.ts";
import {
  type CheckContext,
  type Finding,
  isHardFail,
  NO_CONTEXT,
  type Verdict,
} from "../../validate/verdict.ts";
import { noteWording } from "../memories/wordings.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type Judgement = {
  readonly structure: Verdict;
  readonly secrets: Verdict;
  readonly injection: Verdict;
  readonly hardFails: boolean;
  /** Rule ids of what the injection check flags; a person takes these on, one by one. */
  readonly flags: readonly string[];
  /** Without a person's word it is withheld. */
  readonly isStrong: boolean;
  /** What may be signed; null when a validator hard-fails the text. */
  readonly judged: JudgedText | null;
};

/**
 * A text that no validator hard-fails. Only `judgeText` makes one: the class is not exported, and because of its private
 * field no other object has its type, not even a copy with another text. A signature about content takes nothing else.
 */
class JudgedText {
  readonly text: string;
  /** Rule ids of what the injection check flags. */
  readonly flags: readonly string[];
  /** Was the content of `<redacted>` exempt from the secret check? */
  readonly redactionCounted: boolean;
  readonly #memory: Memory;
  #digest: string | null = null;

  constructor(
    text: string,
    memory: Memory,
    findings: { readonly flags: readonly string[]; readonly redactionCounted: boolean },
  ) {
    this.text = text;
    this.flags = findings.flags;
    this.redactionCounted = findings.redactionCounted;
    this.#memory = memory;
  }

  get memory(): Memory {
    return this.#memory;
  }

  /** When somebody asks for it: an audit judges every text, and signs none. */
  get digest(): string {
    this.#digest ??= digestMemory(this.#memory);
    return this.#digest;
  }
}

export type { JudgedText };

const HINTS: ReadonlySet<string> = new Set(["section-absent"]);

/** A finding that is no reason to look twice; `credence validate` warns of it all the same. */
export function isHint({ rule }: Pick<Finding, "rule">): boolean {
  return HINTS.has(rule);
}

export type TextToJudge = {
  readonly text: string;
  /**
   * Who vouches for these very words so far: the person who writes them, or who approved them before. `<redacted>` counts
   * only for a person, because a model could have written it.
   */
  readonly vouchedBy: KeyKind;
};

/** Once: an import takes its time also where the module is there already. */
let validators: ReturnType<typeof importValidators> | null = null;

function loadValidators(): ReturnType<typeof importValidators> {
  validators ??= importValidators();
  return validators;
}

async function importValidators() {
  return [
    await import("../../validate/check-secrets.ts"),
    await import("../../validate/check-injection.ts"),
    await import("../../validate/find-wording.ts"),
  ] as const;
}

/** Whose texts are judged: their own addresses are no secret. Null where nobody is known, as for an agent of a hub. */
type Judging = Pick<Workspace, "config"> | null;

export async function judgeText(
  workspace: Judging,
  file: string,
  { text, vouchedBy }: TextToJudge,
): Promise<Judgement> {
  const redactionCounts = vouchedBy === "person";
  const context = contextOf(workspace, redactionCounts);
  const [{ checkSecrets }, { checkInjection }, { wordingOf }] = await loadValidators();
  const { verdict: structure, parsed } = readStructure(file, new TextEncoder().encode(text));
  const secrets = await checkSecrets(file, text, context);
  const injection = checkInjection(file, text, context);
  const hardFails = [structure, secrets].some(isHardFail);
  const wording = wordingOf(injection.findings);
  if (parsed?.kind === "memory")
    noteWording({ id: stemOf(file), digest: digestMemory(parsed.memory) }, wording);
  const flags = wording.rules;
  const judged =
    !hardFails && parsed?.kind === "memory"
      ? new JudgedText(text, parsed.memory, { flags, redactionCounted: redactionCounts })
      : null;
  return { structure, secrets, injection, hardFails, flags, isStrong: wording.strong.length > 0, judged };
}

export function contextOf(workspace: Judging, redactionCounts: boolean): CheckContext {
  if (workspace === null) return { ...NO_CONTEXT, redactionCounts };
  const { config } = workspace.config;
  return {
    owner: {
      emails: config["owner.emails"],
      github: config["owner.github"],
      homeUser: config["owner.home-user"],
      strict: config["owner.strict"],
    },
    redactionCounts,
  };
}

/** A text that a validator hard-fails is never stored. The message names the finding, never the secret. */
export function refuseHardFails({ structure, secrets, judged }: Judgement): JudgedText {
  if (secrets.exit !== 0) {
    const finding = secrets.findings.find(({ severity }) => severity === "error");
    throw new CredenceError(
      "SECRET_DETECTED",
      `line ${finding?.line ?? 1}: ${finding?.message ?? "a secret"}`,
    );
  }
  if (isHardFail(structure)) {
    const finding = structure.findings.find(({ severity }) => severity === "error");
    throw new CredenceError(
      "INVALID_MEMORY",
      `${structure.label}: ${finding?.message ?? "not a memory"}`,
      // There is no file yet that `validate` could look at.
      "correct the text and try again",
    );
  }
  if (judged === null) throw new CredenceError("INTERNAL", "a text that validates does not parse");
  return judged;
}

// A reason is written into the file, the signed statement and the journal, so it is cleaned like every text, and one that
// holds a secret is refused, in `<redacted>` too. Fails closed: nothing is changed then.

export function cleanReason(reason: string | null): string | null {
  if (reason === null) return null;
  // Looked at before the cut: half of a secret is not recognised any more.
  const whole = sanitizeLine(reason, reason.length);
  const [hit] = scanSecrets(redactField(whole, false));
  if (hit !== undefined) {
    throw new CredenceError(
      "SECRET_DETECTED",
      `the reason contains ${hit.rule.message}`,
      "give the reason without the secret",
    );
  }
  return sanitizeLine(whole, REASON_CHARS_MAX);
}

// Whether a text may stay in use, and whether it may leave this machine: the validators that quarantine, and no others.

export type HardFail = {
  readonly tool: string;
  readonly rule: string;
  readonly isSecret: boolean;
  /** Our own words, and never the secret. */
  readonly reason: string;
};

/** @returns null when no validator hard-fails it. */
export function findHardFail(
  workspace: Workspace,
  { id, text, input }: { readonly id: string; readonly text: string; readonly input: StandingInput },
): Promise<HardFail | null> {
  const isApproved = computeStanding(input).standing === "verified";
  return findFail(workspace, { name: id, text, isApproved });
}

type Judged = {
  readonly name: string;
  readonly text: string;
  /** What a person wrapped in `<redacted>` they may keep, once they approved it. */
  readonly isApproved: boolean;
};

export async function findFail(
  workspace: Workspace,
  { name, text, isApproved }: Judged,
): Promise<HardFail | null> {
  const file = `${name}.md`;
  const { checkSecrets } = await import("../../validate/check-secrets.ts");
  const secrets = await checkSecrets(file, text, contextOf(workspace, isApproved));
  if (isHardFail(secrets)) return toFail(secrets, true);
  const structure = checkStructure(file, new TextEncoder().encode(text));
  return isHardFail(structure) ? toFail(structure, false) : null;
}

/** Of a text beside the memories. @returns in our own words what must not leave this machine with it, and never the secret. */
export async function findSecretIn(path: string, text: string): Promise<string | null> {
  const { checkSecrets } = await import("../../validate/check-secrets.ts");
  const verdict = await checkSecrets(path, text, NO_CONTEXT);
  return isHardFail(verdict) ? toFail(verdict, true).reason : null;
}

function toFail({ tool, label, findings }: Verdict, isSecret: boolean): HardFail {
  const { rule = "no-rule", line = 1 } = findings.find(({ severity }) => severity === "error") ?? {};
  return { tool, rule, isSecret, reason: `${label}: ${rule} on line ${line}` };
}
