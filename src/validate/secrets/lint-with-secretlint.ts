// Runs secretlint's recommended rules as our base.
//
// Threats: a text may carry `secretlint-disable` comments, so the rule that obeys them is left out; one rule reads .p12
// files from disk, so it never sees such a name; a message may quote the secret, so only the range is used; and a text made
// of token beginnings would keep some patterns busy for minutes, so a rule whose keyword floods the text is not run, and
// the flood itself is reported: never called clean.

import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { rules as presetRules } from "@secretlint/secretlint-rule-preset-recommend";
import type { Watch } from "../scan.ts";
import { listPatterns, type NamedPattern } from "./apart/lines.ts";

// It would read the clock for every rule and keep an entry for every text until the process ends.
secretLintProfiler.setEnabled(false);

export type LintHit = { readonly id: string; readonly start: number; readonly end: number };

type PresetRule = (typeof presetRules)[number];
type GatedRule = { readonly id: string; readonly rule: PresetRule; readonly keywords: readonly string[] };

/** A rule can fire only if one of its words occurs, in lower case here. A rule without an entry always runs. */
const KEYWORDS_OF_RULE: Readonly<Record<string, readonly string[]>> = {
  aws: ["secret_access", "secretaccess"],
  gcp: ["private_key"],
  privatekey: ["private key"],
  npm: ["npm_", "x-oauth-basic", "_authtoken"],
  basicauth: ["://"],
  slack: ["xoxb-", "xoxp-", "xapp-", "xoxa-", "xoxo-", "xoxr-", "hooks.slack.com"],
  sendgrid: ["sg."],
  shopify: ["shppa_", "shpca_", "shpat_", "shpss_"],
  stripe: ["sk_live", "sk_test", "rk_live", "rk_test"],
  github: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
  gitlab: ["glpat-"],
  grafana: ["glc_", "glsa_"],
  openai: ["sk-"],
  anthropic: ["sk-ant-api0"],
  groq: ["gsk_"],
  huggingface: ["hf_"],
  linear: ["lin_api_"],
  notion: ["ntn_"],
  "1password": ["ops_ey"],
  "database-connection-string": ["mongodb:", "mongodb+srv:", "mysql:", "mysqlx:", "postgres:", "postgresql:"],
  "hashicorp-vault": ["hvs.", "hvb.", "hvr."],
  vercel: ["vcp_", "vci_", "vca_", "vcr_", "vck_"],
  databricks: ["dapi"],
  docker: ["dckr_pat_"],
  figma: ["figd_"],
  cloudflare: ["cfk_", "cfut_", "cfat_"],
  tailscale: ["tskey-"],
};

/** Words that occur in many texts, and the form that must begin there for their rules to find anything. */
const GOES_ON: Readonly<Record<string, RegExp>> = {
  "://": /:\/\/[-\w]{1,256}:[-\w]{1,256}@/y,
  "private key": /private key(?: block)?-----/iy,
  "sk-": /sk-[\w-]{20,84}T3BlbkFJ/y,
};

/** For rules whose words occur in many texts: a form that the text must contain for them to find anything, because
 * secretlint costs as much as all other checks. */
const WANTED_BY_RULE: Readonly<Record<string, RegExp>> = {
  "secretlint-database-connection-string":
    /(?:mongodb(?:\+srv)?|mysqlx?|postgres(?:ql)?):\/\/[^:/\s]{1,100}:[^@/\s]{1,200}@/i,
  "secretlint-sendgrid": /SG\.\w{1,128}\.\w/,
  "secretlint-databricks": /dapi[A-Fa-f0-9]{32}/,
};

/** Listed for the proof that each pattern is linear, as for the patterns of rules. */
export const WANTED_PATTERNS: readonly NamedPattern[] = listPatterns(WANTED_BY_RULE);

/** Obeys comments in the text, which a model may write. */
const COMMENT_RULE = "filter-comments";

const RULES: readonly GatedRule[] = presetRules
  .map((rule) => ({ rule, id: rule.meta.id.replace("@secretlint/secretlint-rule-", "") }))
  .filter(({ id }) => id !== COMMENT_RULE)
  .map(({ rule, id }) => ({ rule, id: `secretlint-${id}`, keywords: KEYWORDS_OF_RULE[id] ?? [] }));

/** The ids that findings of secretlint carry. */
export const SECRETLINT_RULE_IDS: readonly string[] = RULES.map(({ id }) => id);

const KEYWORDS = [...new Set(RULES.flatMap(({ keywords }) => keywords))];

/** More occurrences of one keyword than any honest text has; the value keeps the slowest rule under 50 ms, as measured. */
const OCCURRENCES_MAX = 1_000;
const HITS_PER_RULE_MAX = 100;

/** The number of occurrences of each keyword in a text. */
export type PresetWatch = Watch & { readonly counts: Uint32Array; readonly floodAt: Map<string, number> };

export function watchPreset(text: string): PresetWatch {
  const counts = new Uint32Array(KEYWORDS.length);
  const floodAt = new Map<string, number>();
  return {
    keywords: KEYWORDS,
    counts,
    floodAt,
    onKeyword: (keyword, at) => {
      if (!goesOn(text, KEYWORDS[keyword] ?? "", at)) return true;
      const count = (counts[keyword] ?? 0) + 1;
      counts[keyword] = count;
      if (count === OCCURRENCES_MAX + 1) floodAt.set(KEYWORDS[keyword] ?? "", at);
      return count <= OCCURRENCES_MAX;
    },
  };
}

/** `watch` has seen the text. */
export async function lintWithSecretlint(file: string, text: string, watch: PresetWatch): Promise<LintHit[]> {
  const { counts, floodAt } = watch;
  const present = new Set(KEYWORDS.filter((_, keyword) => counts[keyword] !== 0));
  const due = RULES.filter(
    ({ keywords }) => keywords.length === 0 || keywords.some((word) => present.has(word)),
  );
  const isFlooded = ({ keywords }: GatedRule): boolean => keywords.some((word) => floodAt.has(word));
  const floods = due.filter(isFlooded).map(({ id, keywords }): LintHit => {
    const word = keywords.find((each) => floodAt.has(each)) ?? "";
    const start = floodAt.get(word) ?? 0;
    return { id, start, end: start + word.length };
  });
  const calm = due.filter((rule) => !isFlooded(rule) && WANTED_BY_RULE[rule.id]?.test(text) !== false);
  return calm.length === 0 ? floods : [...floods, ...(await lint(file, text, calm))];
}

function goesOn(text: string, keyword: string, at: number): boolean {
  const pattern = GOES_ON[keyword];
  if (pattern === undefined) return true;
  pattern.lastIndex = at;
  return pattern.test(text);
}

async function lint(file: string, text: string, rules: readonly GatedRule[]): Promise<LintHit[]> {
  // The extension only distinguishes the JSON of a service account from other text; ".p12" would make a rule read the disk.
  const ext = text.trimStart().startsWith("{") ? ".json" : ".txt";
  const result = await lintSource({
    source: { filePath: file, content: text, contentType: "text", ext },
    options: {
      noPhysicFilePath: true,
      config: { rules: rules.map(({ id, rule }) => ({ id, rule: withReportLimit(rule) })) },
    },
  });
  const bomLength = text.startsWith("\uFEFF") ? 1 : 0;
  return result.messages.map(({ ruleId, range: [start, end] }) => ({
    id: ruleId,
    start: start + bomLength,
    end: end + bomLength,
  }));
}

/** Secretlint compares every message with every other; a text of ten thousand tokens would take it a minute. */
function withReportLimit(rule: PresetRule): PresetRule {
  return {
    ...rule,
    create: (context, options) => {
      let count = 0;
      const report: typeof context.report = (descriptor) => {
        count += 1;
        if (count <= HITS_PER_RULE_MAX) context.report(descriptor);
      };
      return rule.create({ ...context, report }, options);
    },
  };
}
