import type { DescribedMemory } from "../../app/memories/describe-memory.ts";
import type { Explanation } from "../../app/recall/explain-recall.ts";
import type { Receipt, ShownForm } from "../../app/recall/receipts.ts";
import { type Memory, STANDINGS } from "../../memory/memory.ts";
import { pluralize } from "../../memory/pluralize.ts";
import { asShown, says } from "../../memory/text/render-terminal.ts";
import { revealHidden } from "../../memory/text/reveal.ts";
import type { Command } from "../call/command.ts";
import { parseCount, textOf, wordOf } from "../call/values.ts";
import { answerIn } from "../frames/answer.ts";
import { defineIdCommand } from "../frames/id-command.ts";
import {
  type GridRow,
  grid,
  type LabelledRow,
  labelled,
  type Report,
  toned,
  tonedStanding,
} from "../report/report.ts";

/** More than this nobody reads on a screen. */
const LISTED_MAX = 500;
const LISTED_MOST = 1_000_000;

export const list: Command = {
  name: "list",
  summary: "List memories with their standing and its reason",
  usage: ["list [--standing STANDING] [--scope SCOPE] [--limit N]", "list --kept-out"],
  options: {
    standing: { type: "string", value: "STANDING", help: STANDINGS.join(", ") },
    "kept-out": { type: "boolean", help: "what a no or a strong finding keeps from models" },
    limit: {
      type: "string",
      value: "N",
      help: `at most N; ${LISTED_MAX} unless it is said, with --json all`,
    },
  },
  async run(io, call) {
    const standing = wordOf(call, "standing", STANDINGS);
    const limit = parseCount(call, "limit", {
      fallback: call.json ? LISTED_MOST : LISTED_MAX,
      max: LISTED_MOST,
    });
    const isOnlyKeptOut = call.values["kept-out"] === true;
    return answerIn({ io, call, needsRoot: true }, async (workspace) => {
      const { countTwice, walkStanding } = await import("../../app/index/walk-standing.ts");
      const { describeListed } = await import("../../app/memories/foreign-names.ts");
      const [memories, rows]: [DescribedMemory[], GridRow[]] = [[], []];
      const { walkLearned } = await import("../../app/index/judge-unknown.ts");
      const { isKeptOut } = await import("../../app/memories/review-mark.ts");
      const { isKnownHeldBack } = await import("../../app/memories/wordings.ts");
      for await (const loaded of walkLearned(workspace, walkStanding(workspace, standing))) {
        if (isOnlyKeptOut && !isKeptOut(loaded) && !isKnownHeldBack(loaded)) continue;
        if (memories.length === limit) {
          io.err(says`the first ${limit}; --limit N lists more\n`);
          break;
        }
        const memory = describeListed(workspace, loaded);
        memories.push(memory);
        if (!call.json) rows.push(...sayListed(memory));
      }
      const twice = countTwice(workspace);
      const many = pluralize(twice, "memory is", "memories are");
      if (twice > 0)
        io.err(
          says`note: ${many} in both memories and quarantine, where the latter counts: credence doctor\n`,
        );
      const which = isOnlyKeptOut ? "kept out" : standing;
      const none = which === null ? "no memories yet" : `no memory is ${which}`;
      return { json: memories, says: rows.length === 0 ? [none] : [grid([11], rows)] };
    });
  },
};

/** Two lines per memory: what it is, then its standing and the reason. */
function sayListed({ id, standing, scope, status, name, reason, flagged }: DescribedMemory): GridRow[] {
  const marks = `${scope === "user" ? " [user]" : ""}${status === "archived" ? " [archived]" : ""}`;
  return [
    [tonedStanding(standing), [toned("strong", id), marks]],
    ["", [name === null ? "" : `${name}: `, reason, flagged === null ? "" : `, flagged: ${flagged}`]],
  ];
}

export const show = defineIdCommand({
  name: "show",
  summary: "Show one memory, its standing and its provenance",
  form: "ID",
  async act({ workspace, target }) {
    const { describeMemory } = await import("../../app/memories/describe-memory.ts");
    const { learnWordings } = await import("../../app/index/judge-unknown.ts");
    await learnWordings(workspace, [target]);
    const memory = describeMemory(workspace, target);
    // The words of a quarantine are no part of what is signed: like the taint they are for people.
    const { hideInCause } = await import("../../app/memories/hide-secrets.ts");
    const cause = workspace.presence.kind === "person" ? hideInCause(target.memory) : null;
    const why = memory.body === null ? await whyWithheld(memory) : "";
    return { json: memory, says: sayShown(memory, cause, why) };
  },
});

type Cause = Pick<Memory, "quarantineReason" | "quarantinedBy">;

function sayShown(memory: DescribedMemory, cause: Cause | null, whyWithheld: string): Report {
  const { id, standing, reason, path, name, description, body } = memory;
  const rows: LabelledRow[] = [
    ["id", id],
    ["standing", `${standing} (${reason})`],
    ["flagged", memory.flagged],
    ["quarantined", cause?.quarantineReason ?? null],
    ["by", cause?.quarantinedBy ?? null],
    ["file", path],
    ["name", name],
    ["description", description],
    ["category", memory.category],
    ["tags", memory.tags.join(", ") || null],
    ["cues", memory.cues.join(" · ") || null],
    ["contradicts", memory.contradicts.join(", ") || null],
    ["tier", memory.tier],
    ["status", memory.status],
    ["created", memory.createdAt],
    ["last verified", memory.lastVerified],
    ["origin", memory.origin],
    ["taint", memory.taint.join(", ") || null],
    ["digest", memory.digest],
  ];
  // A person sees what a screen would hide, in the title as in the text.
  const head = labelled(
    14,
    rows.map(([key, value]) => [key, value === null ? null : revealHidden(value).text]),
  );
  if (body === null) return [head, "", `the text is withheld: ${whyWithheld}`];
  // To the letter, but for what a screen would hide.
  return [head, "", { shown: asShown(revealHidden(body).text.trimEnd()) }];
}

/** The standing has its own reason; what nobody vouched for can be settled by a person. */
async function whyWithheld({ standing, reason }: DescribedMemory): Promise<string> {
  if (standing !== "foreign") return reason;
  const { withRemedy } = await import("../../memory/remedies.ts");
  const nobody = "no signer you trust vouched for it";
  return withRemedy(nobody, reason === "unknown signer" ? "unknown-signer" : "foreign");
}

export const why = defineIdCommand({
  name: "why",
  summary: "Explain why a memory was recalled, or why not",
  form: "ID [--prompt TEXT]",
  options: {
    prompt: {
      type: "string",
      value: "TEXT",
      help: "for this prompt; by default from the last receipt",
    },
  },
  async act({ io, workspace, target, call }) {
    const { explainByReceipts, explainForPrompt } = await import("../../app/recall/explain-recall.ts");
    const { learnWordings } = await import("../../app/index/judge-unknown.ts");
    await learnWordings(workspace, [target]);
    const prompt = textOf(call, "prompt");
    const { renderSilences } = await import("../../app/recall/silences.ts");
    if (prompt !== null) io.err(renderSilences(workspace, null));
    const json =
      prompt === null
        ? explainByReceipts(workspace, target)
        : await explainForPrompt(workspace, target, prompt);
    return { json, says: sayExplanation(json) };
  },
});

function sayExplanation(explained: Explanation): Report {
  const { id, shown, why: reason, at, rank, score, best, confidence, terms, meaning, marks } = explained;
  const verb = `${at === null ? "is" : "was"}${shown ? "" : " not"} shown`;
  const place = rank === null ? "" : `place ${rank}, `;
  const of = `best ${best ?? "?"}${confidence === null ? "" : `, ${confidence}`}`;
  const pairs = meaning?.pairs.map(({ asked, said }) => (asked === said ? asked : `${asked} ~ ${said}`));
  return [
    `${id} ${verb}: ${reason}`,
    labelled(13, [
      ["standing", `${explained.standing} (${explained.reason})`],
      ["receipt", at],
      ["score", score === null ? null : `${place}${score} (${of})`],
      ...marks.map(({ mark, why: said }): [string, string] => ["marked", `${mark}: ${said}`]),
    ]),
    grid(
      [22],
      [
        ...terms.map(({ word, points }) => [`  ${word}`, `${points}`]),
        ...(meaning === null ? [] : [["  (meaning)", `${meaning.points}  ${pairs?.join(", ")}`]]),
      ],
    ),
  ];
}

const RECEIPTS_LIMIT = { fallback: 20, max: 10_000 } as const;

export const receipts: Command = {
  name: "receipts",
  summary: "Show what was recalled and what was not, newest last",
  usage: ["receipts [--limit N]"],
  options: { limit: { type: "string", value: "N", help: `how many, ${RECEIPTS_LIMIT.fallback} if absent` } },
  async run(io, call) {
    const limit = parseCount(call, "limit", RECEIPTS_LIMIT);
    return answerIn({ io, call }, async (workspace) => {
      const { readReceipts } = await import("../../app/recall/receipts.ts");
      const shown = readReceipts(workspace).slice(-limit);
      return { json: shown, says: shown.length === 0 ? ["no recalls yet"] : shown.flatMap(sayReceipt) };
    });
  },
};

/** After what else is said of a memory; nothing where it was shown as usual. */
const FORMS: Readonly<Record<ShownForm, string>> = {
  full: "",
  part: ", in part",
  line: ", one line: shown earlier",
  gist: "",
  title: ", by title",
  earlier: ", not repeated: shown earlier",
};

function sayReceipt({ at, kind, outcome, shown, titles = [], left }: Receipt): string[] {
  return [
    `${at} ${kind === "prompt" ? "prompt" : "session start"}: ${outcome}`,
    ...shown.map(({ id, standing, confidence, form = "full" }) => {
      return `    ${id} (${standing}${confidence === null ? "" : `, ${confidence}`}${FORMS[form]})`;
    }),
    ...titles.map(({ id, standing }) => `    perhaps ${id} (${standing})`),
    ...left.map(({ id, cut }) => `    not ${id}: ${cut}`),
  ];
}

const JOURNAL_LIMIT = { fallback: 20, max: 1_000_000 } as const;

export const journal: Command = {
  name: "journal",
  summary: "Show changes to memories and settings, newest last",
  usage: ["journal [--limit N]"],
  options: { limit: { type: "string", value: "N", help: `how many, ${JOURNAL_LIMIT.fallback} if absent` } },
  async run(io, call) {
    const limit = parseCount(call, "limit", JOURNAL_LIMIT);
    return answerIn({ io, call }, async (workspace) => {
      const { readOperations } = await import("../../app/memories/journal.ts");
      const { nameSomewhere } = await import("../../app/memories/foreign-names.ts");
      const { hideInReasons } = await import("../../app/memories/hide-secrets.ts");
      const entries = hideInReasons(readOperations(workspace).slice(-limit)).map((entry) =>
        "after" in entry ? entry : { ...entry, id: nameSomewhere(workspace, entry.id) },
      );
      const rows = entries.map((entry) => {
        const { at, command, id, actor, reason, recovered } = entry;
        const place = "scope" in entry && entry.scope !== null ? ` [${entry.scope}]` : "";
        const said =
          "after" in entry ? `${JSON.stringify(entry.before)} -> ${JSON.stringify(entry.after)}` : reason;
        const why = said === null ? "" : `: ${said}`;
        return [at, command, `${id}${place} by ${actor}${why}${recovered ? " (recovered)" : ""}`];
      });
      return { json: entries, says: rows.length === 0 ? ["no changes yet"] : [grid([0, 10], rows)] };
    });
  },
};

const LOG_LIMIT = { fallback: 20, max: 100_000 } as const;

export const log: Command = {
  name: "log",
  summary: "Show what changed and by whom, newest first",
  usage: ["log [--since 1w|DATE] [--id ID] [--by NAME] [--limit N]"],
  options: {
    since: { type: "string", value: "1w|DATE", help: "from then on: 2d, 1w or YYYY-MM-DD" },
    id: { type: "string", value: "ID", help: "of this memory alone" },
    by: { type: "string", value: "NAME", help: "by you, this machine or a signer's name" },
    limit: { type: "string", value: "N", help: `how many, ${LOG_LIMIT.fallback} if absent` },
  },
  examples: ["log --since 1w", "log --by you"],
  run: async (io, call) => (await import("../work/log.ts")).showLog(io, call, LOG_LIMIT),
};

export const status: Command = {
  name: "status",
  summary: "Print a one-screen summary",
  usage: ["status"],
  options: {},
  exits: { 0: "all is well", 1: "something waits for you", 2: "something is broken" },
  run: (io, call) =>
    answerIn({ io, call }, async (workspace) => {
      const { describeStatus } = await import("../../app/status/status.ts");
      const { sayStatus } = await import("../work/status.ts");
      const { surveyClients } = await import("../../app/clients/survey-clients.ts");
      const report = await describeStatus(workspace, surveyClients(io, workspace));
      return { json: report, says: sayStatus(report), exit: report.exit };
    }),
};
