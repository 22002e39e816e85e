// The list. Order is rank: if two rules match the same span, the earlier one names it, so specific rules come first, and
// those that go by a name or a sentence come last.

import type { Rule } from "../rule.ts";
import authorizationHeader from "./authorization-header.ts";
import awsAccessKey from "./aws-access-key.ts";
import awsSecretKey from "./aws-secret-key.ts";
import azureClientSecret from "./azure-client-secret.ts";
import azureSas from "./azure-sas.ts";
import azureStorageKey from "./azure-storage-key.ts";
import backupCodes from "./backup-codes.ts";
import bundlerCredential from "./bundler-credential.ts";
import commandPassword from "./command-password.ts";
import connectionString from "./connection-string.ts";
import credentialPair from "./credential-pair.ts";
import curlUser from "./curl-user.ts";
import discordToken from "./discord-token.ts";
import elementCredential from "./element-credential.ts";
import emailAddress from "./email-address.ts";
import googleApiKey from "./google-api-key.ts";
import googleServiceAccount from "./google-service-account.ts";
import homePath from "./home-path.ts";
import jwt from "./jwt.ts";
import keyAssignment from "./key-assignment.ts";
import kubernetesSecret from "./kubernetes-secret.ts";
import netrc from "./netrc.ts";
import openaiKey from "./openai-key.ts";
import passwordAssignment from "./password-assignment.ts";
import passwordHash from "./password-hash.ts";
import pgpass from "./pgpass.ts";
import pipedPassword from "./piped-password.ts";
import privateAddress from "./private-address.ts";
import privateKey from "./private-key.ts";
import { PROSE_RULES } from "./prose.ts";
import providerAssignment from "./provider-assignment.ts";
import puttyKey from "./putty-key.ts";
import reversedComparison from "./reversed-comparison.ts";
import seedPhrase from "./seed-phrase.ts";
import signedUrl from "./signed-url.ts";
import slackToken from "./slack-token.ts";
import sshFingerprint from "./ssh-fingerprint.ts";
import telegramToken from "./telegram-token.ts";
import { CLOUD_TOKENS } from "./tokens/clouds.ts";
import { CODE_HOST_TOKENS } from "./tokens/code-hosts.ts";
import { MODEL_TOKENS } from "./tokens/models.ts";
import { WEB_APP_TOKENS } from "./tokens/web-apps.ts";
import webhookUrl from "./webhook-url.ts";

/** Recognised by the value itself: a prefix, a header, an alphabet. */
export const SPECIFIC_RULES: readonly Rule[] = [
  privateKey,
  puttyKey,
  awsAccessKey,
  awsSecretKey,
  ...CODE_HOST_TOKENS,
  ...CLOUD_TOKENS,
  ...MODEL_TOKENS,
  ...WEB_APP_TOKENS,
  openaiKey,
  googleServiceAccount,
  googleApiKey,
  azureClientSecret,
  azureStorageKey,
  azureSas,
  slackToken,
  webhookUrl,
  telegramToken,
  discordToken,
  jwt,
  passwordHash,
  seedPhrase,
  backupCodes,
];

/** Recognised by the context alone. */
export const CONTEXT_RULES: readonly Rule[] = [
  connectionString,
  authorizationHeader,
  curlUser,
  commandPassword,
  pipedPassword,
  netrc,
  pgpass,
  bundlerCredential,
  kubernetesSecret,
  signedUrl,
  elementCredential,
  passwordAssignment,
  keyAssignment,
  credentialPair,
  reversedComparison,
  providerAssignment,
  ...PROSE_RULES,
];

/** Noted, not refused. */
export const PERSONAL_RULES: readonly Rule[] = [emailAddress, homePath, privateAddress, sshFingerprint];

export const SECRET_RULES: readonly Rule[] = [...SPECIFIC_RULES, ...CONTEXT_RULES, ...PERSONAL_RULES];
