// Faults at the calls where they can happen: what each operation loses or raises when the disk refuses, the process dies, the
// clock jumps, or the account may not do what it is asked to.

import { chanceBy, sampleOf } from "../../test/faults/sample.ts";
import type { Owner } from "../../test/temp-dir.ts";
import { type Accounts, NEEDS_ROOT, openAccounts } from "./faults/accounts.ts";
import { FAULTS, type Fault } from "./faults/faults.ts";
import { type Lane, openLane } from "./faults/lane.ts";
import { SUBJECTS, type Subject } from "./faults/subjects.ts";
import type { Cell, Context, Part, Section, Skipped } from "./section.ts";

/** How many operations a quick run tries, and at how many places of each fault. */
const QUICK = { subjects: 5, places: 1 };
/** An operation reads hundreds of times, and one that starts git is slow; elsewhere a full run leaves no call out. */
const DRAWN = 12;

const SAYS = `Each operation runs in a project that also holds an approved memory, one that was taken out of use and one that was
forgotten. At one call to the disk something happens: the call fails, or takes half of what it is to write; the disk is put into
the state that a kill just after that call, or within that write, leaves (\`test/faults/crash.test.ts\` kills processes); the clock jumps by 30 years, at once or between two readings. Or the whole
operation runs under another language and time zone, another umask, another account, or with a home that may only be read. Then it is
looked whether a file is neither the old nor the new one; whether anything stands higher than before, or a model was shown what
was withheld; whether \`doctor --repair\` ends well; whether every memory has the standing that it had before or has after, and is there;
whether the operation, done again, ends as undisturbed; and whether what was forgotten is still refused. After a clock jump, which changes
the dates in every file, only standings, repair and forgetting are looked at. A cell says how many places
harmed something, of how many were tried and reached; a dash says that there is none to try. A full run tries every call that changes the disk, and draws ${DRAWN} of those that
read and of each fault of a sync; a quick one draws by the seed.`;

type Row = { readonly name: string; readonly cells: readonly Cell[]; readonly harms: readonly string[] };

export const FAULTS_PART: Part = {
  name: "faults",
  run: async (context) => {
    const cleanUps: (() => void)[] = [];
    const owner: Owner = { after: (cleanUp) => cleanUps.push(cleanUp) };
    try {
      const accounts = await openAccounts(owner);
      const chosen = choose(SUBJECTS, context, { size: QUICK.subjects, name: "subjects" });
      const rows: Row[] = [];
      for (const subject of chosen)
        rows.push(await tryAll(context, subject, [...FAULTS, ...accounts.faults]));
      return sectionOf(rows, accounts);
    } finally {
      for (const cleanUp of cleanUps.reverse()) cleanUp();
    }
  },
};

type Choice = { readonly size: number; readonly name: string };

function choose<T>(list: readonly T[], { size, seed }: Context, choice: Choice): readonly T[] {
  return size === "full" ? list : sampleOf(list, choice.size, chanceBy(choice.name, seed));
}

async function tryAll(context: Context, subject: Subject, faults: readonly Fault[]): Promise<Row> {
  context.tell(subject.name);
  const cleanUps: (() => void)[] = [];
  const lane = await openLane({ after: (cleanUp) => cleanUps.push(cleanUp) }, subject);
  const [cells, harms]: [Cell[], string[]] = [[], []];
  try {
    for (const fault of faults) {
      const { tried, harmed } = await tryFault(context, lane, fault);
      cells.push(tried === 0 ? "–" : `${harmed.length}/${tried}`);
      harms.push(...harmed);
    }
  } finally {
    for (const cleanUp of cleanUps.reverse()) cleanUp();
  }
  return { name: subject.name, cells, harms };
}

async function tryFault(
  context: Context,
  lane: Lane,
  fault: Fault,
): Promise<{ tried: number; harmed: string[] }> {
  const name = `${lane.subject.name}, ${fault.name}`;
  const all = await fault.places(lane);
  const few =
    fault.isDrawn === true || lane.subject.isSlow ? sampleOf(all, DRAWN, chanceBy(name, context.seed)) : all;
  const places = choose(few, context, { size: QUICK.places, name });
  const harmed: string[] = [];
  let tried = 0;
  for (const { at, disturb } of places) {
    const harm = await disturb(lane);
    if (harm === "not reached") continue;
    tried += 1;
    if (harm !== null) harmed.push(`${name}, ${at}: ${harm.kind}: ${harm.says}`);
  }
  return { tried, harmed };
}

function sectionOf(rows: readonly Row[], { faults, skipped }: Accounts): Section {
  const left = SUBJECTS.filter(({ name }) => rows.every((row) => row.name !== name));
  return {
    title: "Faults",
    says: [SAYS],
    tables: [
      {
        caption: "Places that harmed something, of those that were tried, by operation and fault",
        command: "npm run evidence -- faults",
        head: ["operation", ...[...FAULTS, ...faults].map(({ name }) => name)],
        rows: rows.map(({ name, cells }) => [name, ...cells]),
      },
    ],
    charts: [],
    skipped: [...SKIPPED, ...skipped.map((what) => ({ what, why: NEEDS_ROOT })), ...leftOut(left)],
    broken: rows.flatMap(({ harms }) => harms),
  };
}

const SKIPPED: readonly Skipped[] = [
  {
    what: "failing calls of SQLite and of git",
    why: "they call the system by themselves; what a kill leaves of their files is in the column of kills",
  },
  {
    what: "locale, umask and accounts of the hooks and of an install",
    why: "they are called within the process that measures, which has one of each",
  },
];

function leftOut(subjects: readonly Subject[]): Skipped[] {
  if (subjects.length === 0) return [];
  return [
    { what: subjects.map(({ name }) => name).join("; "), why: "a quick run draws some of the operations" },
  ];
}
