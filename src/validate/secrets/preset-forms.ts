// The rules of secretlint's preset as our own patterns.
//
// Threat: capture writes to disk without secretlint, which is asynchronous and many times slower, so a token that our own
// rules take for a stand-in (a repetitive one, a password of plain words) would be stored in clear although every check of
// a memory refuses it. A form matches everything that its rule matches, or more. Only capture uses the forms, because a
// check runs secretlint itself.

import type { Rule, RuleMatch } from "../rule.ts";
import { isBelievable } from "./judge/believable.ts";
import { isElidedAfter } from "./judge/placeholder.ts";

type Form = {
  /** Lower case; each match begins with one of them. */
  readonly keywords: string;
  readonly pattern: RegExp;
  readonly sample: string;
  readonly accepts?: (match: RuleMatch) => boolean;
};

const RUN = "abc123".repeat(30);
const WORDS = "zebra".repeat(2);

/** Passwords of examples: the same character again and again, or a variable. */
const EXAMPLE_PASSWORD =
  /^(.)\1{3,200}$|\{[^}]{1,50}\}|%[A-Z_]{1,30}%|\$[A-Z_]|\$\(|^(?:localhost|127\.0\.0\.1|example\.(?:com|org)|test\.com|(?:my)?password|(?:my)?username|secret|root|admin|user|pass|your_(?:password|username)|replace_with_password)$/i;
const EXAMPLE_IN_URL = /localhost|password|myusername|(?:your|replace_with)_username|^(.)\1{3,256}$/i;

const FORMS: Readonly<Record<string, Form>> = {
  aws: {
    keywords: "secret_access secretaccess",
    pattern:
      /secret_?access_?key["']?\s{0,40}(?::|=>|=)\s{0,40}["']?(?<secret>[A-Za-z0-9/+=]{40})(?!EXAMPLEKEY)/dgi,
    sample: `aws_secret_access_key = ${RUN.slice(0, 40)}`,
    accepts: ({ groups }) => groups["secret"]?.endsWith("EXAMPLEKEY") !== true,
  },
  npm: {
    keywords: "npm_ _authtoken= ://",
    pattern:
      /(?<![A-Za-z])npm_\w{36}(?!\w)|_authToken=(?<secretOfFile>[^$\s"'`][^\s"'`]{0,2000})|(?<=https?):\/\/(?<secretOfUrl>.{1,256}?):x-oauth-basic@github.com\//dg,
    sample: `npm_${RUN.slice(0, 36)}`,
  },
  basicauth: {
    keywords: "://",
    pattern:
      /(?<=https?|ftps?):\/\/(?<user>[-\w]{2,256}):(?<secret>[-\w]{4,256})@(?<host>[-\w%.+~#=]{1,256})/dg,
    sample: `https://deploy:${WORDS}@git.acme.dev`,
    accepts: ({ groups: { user = "", secret = "", host = "" } }) =>
      host.includes(".") && !EXAMPLE_IN_URL.test(user) && !EXAMPLE_IN_URL.test(secret),
  },
  "database-connection-string": {
    keywords: "mongodb mysql postgres",
    pattern:
      /(?:mongodb(?:\+srv)?|mysqlx?|postgres(?:ql)?):\/\/(?<user>[^:/\s]{1,100}):(?<secret>[^@/\s]{4,200})@[^/\s?]/dgi,
    sample: `postgres://admin:${WORDS}@db/prod`,
    accepts: ({ groups: { user, secret = "" } }) => user !== secret && !EXAMPLE_PASSWORD.test(secret),
  },
  slack: {
    keywords: "xoxb- xoxp- xoxa- xoxo- xoxr- xapp- https://hooks.slack.com/services/",
    pattern:
      /(?:xox[bpaor]|xapp)-[A-Za-z0-9]{1,40}-[A-Za-z0-9-]{1,400}|https:\/\/hooks\.slack\.com\/services\/T[a-z0-9]{1,40}\/B[a-z0-9]{1,40}\/[a-z0-9]{1,40}/gi,
    sample: `xoxb-${"123".repeat(4)}-${"abc".repeat(8)}`,
  },
  sendgrid: {
    keywords: "sg.",
    pattern: /(?<![A-Za-z])SG\.\w{1,128}\.\w[\w-]{1,400}/g,
    sample: `SG.${RUN.slice(0, 22)}.${RUN.slice(0, 43)}`,
  },
  github: {
    keywords: "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
    pattern: /(?<![A-Za-z])(?:gh[pousr]_\w{36}(?!\w)|github_pat_\w{82}(?!\w)|ghs_\d{1,20}_[\w.-]{5,9000})/g,
    sample: `ghp_${RUN.slice(0, 36)}`,
    accepts: ({ value }) => /^(?:gh[pousr]_\w{36}|github_pat_\w{82})$|\..{1,9000}\./.test(value),
  },
  grafana: {
    keywords: "glc_ glsa_",
    pattern: /(?<![A-Za-z])(?:glc_[A-Za-z0-9+/]{32,400}|glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}(?![A-Fa-f0-9]))/g,
    sample: `glc_${RUN.slice(0, 32)}`,
  },
  openai: {
    keywords: "sk-",
    pattern: /sk-(?:(?:proj|svcacct|admin)-[\w-]{58,74}|[A-Za-z0-9]{20})T3BlbkFJ[\w-]{20,74}/g,
    sample: `sk-${RUN.slice(0, 20)}T3BlbkFJ${RUN.slice(0, 20)}`,
  },
  anthropic: {
    keywords: "sk-ant-api0",
    pattern: /(?<![A-Za-z])sk-ant-api0\d-[\w-]{90,128}(?![\w-])/g,
    sample: `sk-ant-api03-${RUN.slice(0, 93)}AA`,
  },
  notion: {
    keywords: "ntn_",
    pattern: /(?<![A-Za-z])ntn_\d{11}[A-Za-z0-9]{35}(?![A-Za-z0-9])/g,
    sample: `ntn_${"12".repeat(5)}1${RUN.slice(0, 35)}`,
  },
  "1password": {
    keywords: "ops_ey",
    pattern: /(?<![A-Za-z])ops_ey[A-Za-z0-9+/=]{100,1300}/g,
    sample: `ops_ey${RUN.slice(0, 120)}fQ==`,
  },
  cloudflare: {
    keywords: "cfk_ cfut_ cfat_",
    pattern: /(?<![A-Za-z])cf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}(?![A-Za-z0-9])/g,
    sample: `cfut_${RUN.slice(0, 40)}${"ab12".repeat(2)}`,
  },
  tailscale: {
    keywords: "tskey-",
    pattern: /(?<![A-Za-z])tskey-[a-z]{2,20}-\w{8,40}-\w{16,60}(?!\w)/g,
    sample: `tskey-api-${RUN.slice(0, 12)}-${RUN.slice(0, 24)}`,
  },
};

/** Tokens that consist of a prefix and a number of characters of one kind. */
const PREFIXED: readonly (readonly [name: string, prefixes: string, characters: string, count: string])[] = [
  ["shopify", "shppa_ shpca_ shpat_ shpss_", "A-Za-z0-9", "32,64"],
  ["stripe", "sk_live_ sk_test_ rk_live_ rk_test_", "A-Za-z0-9", "24,99"],
  ["gitlab", "glpat-", "\\w-", "20,128"],
  ["groq", "gsk_", "A-Za-z0-9", "52"],
  ["huggingface", "hf_", "A-Za-z", "34"],
  ["linear", "lin_api_", "\\w", "32,128"],
  ["hashicorp-vault", "hvs. hvb. hvr.", "\\w-", "90,300"],
  ["vercel", "vcp_ vci_ vca_ vcr_ vck_", "A-Za-z0-9", "20,60"],
  ["databricks", "dapi", "A-Fa-f0-9", "32"],
  ["docker", "dckr_pat_", "\\w-", "27"],
  ["figma", "figd_", "\\w-", "40,200"],
];

const ALL_FORMS: readonly (readonly [name: string, form: Form])[] = [
  ...Object.entries(FORMS),
  ...PREFIXED.map(([name, keywords, characters, count]) => {
    const prefixes = keywords.replaceAll(".", "\\.").replaceAll(" ", "|");
    const pattern = new RegExp(
      `(?<![A-Za-z])(?:${prefixes})[${characters}]{${count}}(?![${characters}])`,
      "g",
    );
    const run = RUN.replace(new RegExp(`[^${characters}]`, "g"), "").slice(0, Number.parseInt(count, 10));
    return [name, { keywords, pattern, sample: `${keywords.split(" ")[0]}${run}` }] as const;
  }),
];

/** Two rules have no form: armoured keys are whole blocks, which `private-key` and capture itself find. */
export const PRESET_FORMS: readonly Rule[] = ALL_FORMS.map(([name, form]): Rule => {
  const id = `secretlint-${name}`;
  const keywords = form.keywords.split(" ");
  return {
    id,
    family: "preset",
    severity: "error",
    keywords,
    anchored: true,
    pattern: form.pattern,
    message: `a secret (secretlint: ${name})`,
    accepts: (match) =>
      form.accepts?.(match) !== false &&
      isBelievable(id, match.value) &&
      !isElidedAfter(match.text, match.index + match.value.length),
    catches: [form.sample],
    spares: keywords.map((keyword) => `${keyword}…`),
  };
});
