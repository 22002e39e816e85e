// The figures as tables: what somebody does better than we first, and said before them.

import type { Cell, Section, Size, Skipped, Table } from "../evidence/section.ts";
import type { Measured } from "./measure.ts";

const COMMAND = "npm run evidence -- rivals";
/** Times differ by a fifth from run to run. */
const NOISE = 1.2;

export type Described = {
  readonly ours: Measured;
  readonly rivals: readonly Measured[];
  readonly skipped: readonly Skipped[];
  readonly size: Size;
};

/** Of one system: what is printed, and what it is worth; null where it has nothing to measure. */
type Value = { readonly shown: string; readonly worth: number } | null;
type Measure = {
  readonly name: string;
  readonly better: "more" | "less";
  readonly isTime?: true;
  readonly of: (measured: Measured) => Value;
};

const percent = (some: number, all: number): string =>
  `${some} of ${all} (${Math.round((100 * some) / all)} %)`;
const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

const MEASURES: readonly Measure[] = [
  {
    name: "right memories among the first five of a search that the model asks for",
    better: "more",
    of: ({ recalled: { right, ofRight } }) => ({ shown: percent(right, ofRight), worth: right }),
  },
  {
    name: "right memories given with the prompt, unasked",
    better: "more",
    of: ({ recalled: { unasked } }) =>
      unasked === null ? null : { shown: percent(unasked.right, unasked.ofRight), worth: unasked.right },
  },
  {
    name: "right memories by a tool that hands out everything, and how much that gives the model",
    better: "more",
    of: ({ recalled: { all, ofRight } }) =>
      all === null
        ? { shown: "none is asked", worth: 0 }
        : { shown: `${percent(all.right, ofRight)}, ${all.kb.toFixed(0)} kB`, worth: all.right },
  },
  {
    name: "wrong memories among the first five of a search, per question",
    better: "less",
    of: ({ recalled: { wrongPerQuestion } }) => ({
      shown: wrongPerQuestion.toFixed(1),
      worth: wrongPerQuestion,
    }),
  },
  {
    name: "text of all answers to one question, the model's searches for single words included",
    better: "less",
    of: ({ recalled: { kbPerQuestion } }) => ({
      shown: `${kbPerQuestion.toFixed(1)} kB`,
      worth: kbPerQuestion,
    }),
  },
  {
    name: "prompts that need nothing, for which a search finds something",
    better: "less",
    of: ({ recalled: { answered, unneeded } }) => ({ shown: percent(answered, unneeded), worth: answered }),
  },
  {
    name: "prompts that need nothing, given a memory unasked",
    better: "less",
    of: ({ recalled: { unasked } }) =>
      unasked === null
        ? null
        : { shown: percent(unasked.answered, unasked.unneeded), worth: unasked.answered },
  },
  {
    name: "one query, median / p95",
    better: "less",
    isTime: true,
    of: ({ query }) => timeOf(query),
  },
  { name: "one save, median / p95", better: "less", isTime: true, of: ({ save }) => timeOf(save) },
  {
    name: "the hook at a prompt, × bare node",
    better: "less",
    isTime: true,
    of: ({ hook }) =>
      hook === null
        ? null
        : { shown: `${hook.timesBare.toFixed(1)} (${ms(hook.ms)})`, worth: hook.timesBare },
  },
  {
    name: "planted texts stored",
    better: "less",
    of: ({ planted: { stored, plants } }) => ({ shown: percent(stored, plants), worth: stored }),
  },
  {
    name: "planted texts given for their own prompt",
    better: "less",
    of: ({ planted: { returned, plants } }) => ({ shown: percent(returned, plants), worth: returned }),
  },
  {
    name: "planted texts in an answer that nowhere says that nobody vouches for what it holds",
    better: "less",
    of: ({ planted: { unmarked, returned } }) => ({ shown: `${unmarked} of ${returned}`, worth: unmarked }),
  },
  {
    name: "its open port answers",
    better: "less",
    of: ({ port: { ports, open } }) => ({
      shown: ports.length === 0 ? "no port" : open.join("; ") || "nothing of what was asked",
      worth: open.length,
    }),
  },
  {
    name: "a text edited behind its back is",
    better: "less",
    of: ({ edit }) => ({ shown: edit, worth: edit === "served, marked" || edit === "not served" ? 0 : 1 }),
  },
  {
    name: "on disk after its own deletion",
    better: "less",
    of: ({ deleted: { texts, names, of, where } }) => ({
      shown: `${texts} of ${of} texts, ${names} of ${of} names${where === "" ? "" : ` (${where})`}`,
      worth: texts + names,
    }),
  },
  {
    name: "killed in mid-save: lost / doubled / store unusable",
    better: "less",
    of: ({ killed: { tries, lost, doubled, corrupt } }) => ({
      shown: `${lost} / ${doubled} / ${corrupt} in ${tries} tries`,
      worth: lost + doubled + corrupt,
    }),
  },
  {
    name: "installed",
    better: "less",
    of: ({ subject: { size } }) => ({ shown: `${size.mb.toFixed(0)} MB`, worth: size.mb }),
  },
  {
    name: "packages",
    better: "less",
    of: ({ subject: { size } }) => ({ shown: String(size.packages), worth: size.packages }),
  },
  {
    name: "processes left after a session",
    better: "less",
    of: ({ left: { processes, mb } }) => ({
      shown: processes === 0 ? "none" : `${processes}, ${mb.toFixed(0)} MB`,
      worth: processes,
    }),
  },
];

function timeOf({ median, p95, timesOurs, ours }: Measured["query"]): Value {
  const beside = Number.isNaN(ours) ? "" : `; ${timesOurs.toFixed(2)} × our ${ms(ours)}`;
  return { shown: `${ms(median)} / ${ms(p95)}${beside}`, worth: timesOurs };
}

export function describe({ ours, rivals, skipped, size }: Described): Section {
  const rows = MEASURES.map((measure) => ({ measure, better: findBetter(measure, ours, rivals) }));
  const lost = rows.filter(({ better }) => better.length > 0);
  return {
    title: "Rivals",
    says: [...(rivals.length === 0 ? [] : [sayLost(lost)]), ...sayHow(ours)],
    tables: [
      tabulate([...lost, ...rows.filter(({ better }) => better.length === 0)], [ours, ...rivals]),
      tabulateModes([ours, ...rivals]),
    ],
    charts: [],
    skipped: [...skipped, ...(size === "quick" ? [QUICK] : [])],
    broken: [],
  };
}

const QUICK = {
  what: "all rivals but one, most memories and most tries",
  why: "this is the quick form",
};

type Row = { readonly measure: Measure; readonly better: readonly string[] };

/** Who does better than we, by more than noise where it is a time. */
function findBetter(measure: Measure, ours: Measured, rivals: readonly Measured[]): string[] {
  const own = measure.of(ours);
  if (own === null) return [];
  return rivals
    .filter((rival) => {
      const value = measure.of(rival);
      if (value === null) return false;
      if (measure.better === "more") return value.worth > own.worth;
      return value.worth * (measure.isTime ? NOISE : 1) < own.worth;
    })
    .map(({ subject }) => subject.rival.name);
}

function sayLost(lost: readonly Row[]): string {
  if (lost.length === 0) return "Credence loses none of the rows below in this run.";
  const said = lost.map(({ measure, better }) => `${measure.name} (${better.join(", ")})`);
  return `Credence loses ${lost.length} of ${MEASURES.length} rows, and they come first: ${said.join("; ")}.`;
}

function sayHow({ recalled }: Measured): string[] {
  return [
    `The memories are those of an invented ferry company (\`bench/life/quayside.txt\`), with its questions (${recalled.ofRight} right memories) and its ${recalled.unneeded} prompts that need nothing. Its author saw neither our ranking nor the rules; the ranking was never fitted on it, and no rival has seen it. All systems are given the same texts through their own tools; ours takes a description besides, for which it gets the first sentence again. Where a search finds only texts with all words of a query, it is asked once per word of the prompt, at most twelve, without the words that our own search leaves out, and an agent keeps the five memories that were found most often. What stands in the text of all those answers counts as given to the model.`,
    "`context_get` of mcp-memory-keeper and `read_graph` of mcp-memory-libsql list a store by pages or in part; they are not asked. A tool answers only when the model asks it. What comes unasked is looked at for every fourth question or so, as a hook is a process each time. Ours is asked over the running server as its hook asks it. What claude-mem and ours give at a session's start is not looked at. Our hook and claude-mem's run at every prompt; what it costs is a row, and without vectors claude-mem's adds nothing to a prompt. Each time is taken in turns with ours, in the same rounds; a query is one call, so those that are asked per word pay it several times per prompt. Planted texts are those of the part `poisoning`, saved as an agent would save them. That nobody vouches for a text may be said anywhere in the answer. An edit changes one word of a saved text in the bytes of the store while nothing runs, of a text that was found before. Deleted texts are looked for once the session is over. Kills are `SIGKILL` to all its processes, at later and later moments of a save; a lost memory is one that the tool had said was saved. Packages are those that npm installs; ours is one file with its own inside (`DEPENDENCIES.md`). Ours in a project that is in git, without a commit of the memories: what was committed stays in git's history until that is rewritten.",
  ];
}

function tabulate(rows: readonly Row[], systems: readonly Measured[]): Table {
  return {
    caption: "The same work in each, in one run",
    command: COMMAND,
    head: ["", ...systems.map(({ subject }) => subject.rival.name), "better than Credence"],
    rows: rows.map(({ measure, better }): Cell[] => [
      measure.name,
      ...systems.map((system) => measure.of(system)?.shown ?? "nothing unasked"),
      better.join(", ") || "nobody",
    ]),
  };
}

function tabulateModes(systems: readonly Measured[]): Table {
  return {
    caption: "What was run",
    command: COMMAND,
    head: ["", "packages", "in which form", "is asked"],
    rows: systems.map(({ subject: { rival } }) => [
      rival.name,
      rival.packages.join(", ") || "this repository",
      rival.mode,
      rival.asks === "prompt" ? "the prompt" : "each word of the prompt",
    ]),
  };
}
