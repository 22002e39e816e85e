// The list, and nothing else. It has eight parts because not every text needs every rule.

import type { Rule } from "../rule.ts";
import addressedToModel from "./addressed-to-model.ts";
import approvalBypass from "./approval-bypass.ts";
import askNobody from "./ask-nobody.ts";
import bidiControl from "./bidi-control.ts";
import chatTemplateToken from "./chat-template-token.ts";
import controlCharacter from "./control-character.ts";
import decodeAndRun from "./decode-and-run.ts";
import destructiveCommand from "./destructive-command.ts";
import destructiveSql from "./destructive-sql.ts";
import encodedPayload from "./encoded-payload.ts";
import everythingForgotten from "./everything-forgotten.ts";
import exfiltration from "./exfiltration.ts";
import exfiltrationCommand from "./exfiltration-command.ts";
import fetchAndRun from "./fetch-and-run.ts";
import forcePush from "./force-push.ts";
import forgedTurns from "./forged-turns.ts";
import hideFromUser from "./hide-from-user.ts";
import imageBeacon from "./image-beacon.ts";
import instructionBypass from "./instruction-bypass.ts";
import instructionOverride from "./instruction-override.ts";
import instructionTag from "./instruction-tag.ts";
import instructionsVoided from "./instructions-voided.ts";
import knownJailbreak from "./known-jailbreak.ts";
import { LANGUAGE_RULES } from "./languages.ts";
import letterToModel from "./letter-to-model.ts";
import memorySteering from "./memory-steering.ts";
import newInstructions from "./new-instructions.ts";
import outputHijack from "./output-hijack.ts";
import personaPlay from "./persona-play.ts";
import personaSwitch from "./persona-switch.ts";
import promptExtraction from "./prompt-extraction.ts";
import promptQuestion from "./prompt-question.ts";
import repeatAbove from "./repeat-above.ts";
import roleLine from "./role-line.ts";
import rulesDenied from "./rules-denied.ts";
import scrolledAway from "./scrolled-away.ts";
import tagCharacter from "./tag-character.ts";
import tokenFlood from "./token-flood.ts";
import trustClaim from "./trust-claim.ts";
import variationSelectorRun from "./variation-selector-run.ts";
import wrappedOrder from "./wrapped-order.ts";
import zeroWidthCharacter from "./zero-width-character.ts";

/** Read the normalised copy line by line. */
export const LINE_RULES: readonly Rule[] = [
  roleLine,
  forgedTurns,
  chatTemplateToken,
  instructionTag,
  wrappedOrder,
  destructiveCommand,
  fetchAndRun,
  exfiltrationCommand,
  decodeAndRun,
  imageBeacon,
  forcePush,
];

/** Read the normalised copy with wrapped lines joined. */
export const WORDING_RULES: readonly Rule[] = [
  addressedToModel,
  approvalBypass,
  askNobody,
  destructiveSql,
  everythingForgotten,
  exfiltration,
  hideFromUser,
  instructionBypass,
  instructionOverride,
  instructionsVoided,
  knownJailbreak,
  letterToModel,
  memorySteering,
  newInstructions,
  outputHijack,
  personaPlay,
  personaSwitch,
  promptExtraction,
  promptQuestion,
  repeatAbove,
  rulesDenied,
  ...LANGUAGE_RULES.filter(({ anchored }) => anchored === true),
];

/** Read the same if it holds letters of their scripts. */
export const SCRIPT_RULES: readonly Rule[] = LANGUAGE_RULES.filter(({ anchored }) => anchored !== true);

/** Read the text as it was written if it holds invisible characters. */
export const HIDDEN_RULES: readonly Rule[] = [
  zeroWidthCharacter,
  bidiControl,
  tagCharacter,
  variationSelectorRun,
  controlCharacter,
];

/** Read the text as it was written, because where they match matters. */
export const WRITTEN_RULES: readonly Rule[] = [trustClaim];

/** Read the long runs of the text as it was written, because their case matters. */
export const ENCODED_RULES: readonly Rule[] = [encodedPayload];

/** Read the text as it was written, because only its blanks matter. */
export const BLANK_RULES: readonly Rule[] = [scrolledAway];

/** Read the joined copy if one word of it is repeated over and over. */
export const FLOOD_RULES: readonly Rule[] = [tokenFlood];

export const INJECTION_RULES: readonly Rule[] = [
  ...LINE_RULES,
  ...WORDING_RULES,
  ...SCRIPT_RULES,
  ...HIDDEN_RULES,
  ...WRITTEN_RULES,
  ...ENCODED_RULES,
  ...BLANK_RULES,
  ...FLOOD_RULES,
];
