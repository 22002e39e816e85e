// What happens to a subject: a column of the table each. Each says at which places it can happen, and disturbs it at one.

import { basename } from "node:path";
import { armFaults, disarmFaults } from "../../../test/faults/fs-faults.ts";
import { restoreSnapshot, type Snapshot } from "../../../test/faults/snapshot.ts";
import { ALLOCATING, type Call, type FaultPlan, type Watched } from "../../../test/faults/trouble.ts";
import { type Harm, judge, type Lane } from "./lane.ts";

/** What a disturbance did, if it came to it. */
export type Verdict = Harm | null | "not reached";

/** One disturbance of one subject. */
export type Place = {
  readonly at: string;
  readonly disturb: (lane: Lane) => Promise<Verdict>;
};

export type Fault = {
  readonly name: string;
  /** There are so many places that no run tries them all. */
  readonly isDrawn?: boolean;
  readonly places: (lane: Lane) => Promise<Place[]>;
};

/** Calls that name a file, and so may be forbidden. */
const NAMING = new Set([
  ...["openSync", "mkdirSync", "linkSync", "writeFileSync", "appendFileSync", "copyFileSync", "renameSync"],
  ...["unlinkSync", "rmdirSync", "rmSync", "chmodSync", "utimesSync", "truncateSync"],
  ...[
    "readFileSync",
    "readdirSync",
    "opendirSync",
    "lstatSync",
    "statSync",
    "realpathSync",
    "accessSync",
    "existsSync",
  ],
]);
/** Calls that take a descriptor. */
const OPENING = new Set([
  ...[
    "openSync",
    "writeFileSync",
    "appendFileSync",
    "copyFileSync",
    "readFileSync",
    "readdirSync",
    "opendirSync",
  ],
]);

type Failing = {
  readonly code: string;
  readonly watches: Watched;
  readonly lasting: boolean;
  readonly can: (name: string) => boolean;
};

function failing(name: string, { code, watches, lasting, can }: Failing): Fault {
  const trouble = { kind: "fail", code, lasting } as const;
  return injected(name, { watches, trouble, can });
}

type Injected = {
  readonly watches: Watched;
  readonly trouble: FaultPlan["trouble"];
  readonly can: (name: string) => boolean;
};

function injected(name: string, { watches, trouble, can }: Injected): Fault {
  return {
    name,
    isDrawn: watches === "reads",
    places: async (lane) => {
      const calls = watches === "changes" ? lane.calls : lane.reads;
      return calls.flatMap((call, index) =>
        can(call.name)
          ? [{ at: describe(call, index), disturb: (on) => inject(on, { watches, at: index + 1, trouble }) }]
          : [],
      );
    },
  };
}

function describe({ name, path }: Call, index: number): string {
  return `call ${index + 1}, ${name} ${basename(path)}`;
}

async function inject(lane: Lane, plan: Omit<FaultPlan, "under">): Promise<Verdict> {
  lane.rewind();
  armFaults({ under: lane.project.base, ...plan });
  const outcome = await lane.act().catch(String);
  const made = disarmFaults().length;
  if (made < plan.at) return "not reached";
  if (typeof outcome === "string") return { kind: "not said", says: `it threw ${outcome}` };
  return judge(lane, { outcome, isExact: true });
}

/** As it was after each call, and in the middle of each write. */
async function listDisks({ disks, start, calls, project }: Lane): Promise<Place[]> {
  return disks.flatMap((disk, index) => {
    const call = calls[index];
    const at = call === undefined ? "" : `after ${describe(call, index)}`;
    const whole = { at, disturb: (lane: Lane) => leaveAt(lane, disk) };
    if (call?.name !== "writeSync") return [whole];
    const torn = tear(disks[index - 1] ?? start, disk, call.path.slice(project.base.length + 1));
    return [{ at: `within ${describe(call, index)}`, disturb: (lane: Lane) => leaveAt(lane, torn) }, whole];
  });
}

/** Half of what the call wrote. */
function tear(before: Snapshot, after: Snapshot, name: string): Snapshot {
  const [was, is] = [before.get(name)?.text ?? "", after.get(name)];
  if (is === undefined) return after;
  const same = is.text.startsWith(was) ? was.length : 0;
  const text = is.text.slice(0, same + Math.floor((is.text.length - same) / 2));
  return new Map([...after, [name, { ...is, text }]]);
}

async function leaveAt(lane: Lane, disk: Snapshot): Promise<Harm | null> {
  restoreSnapshot(lane.project.base, disk);
  return judge(lane, { outcome: null, isExact: true });
}

const YEARS = 30 * 365 * 86_400_000;

/** At once, or after the clock was read so often. */
function jump(years: number, afterReadings: number): Place {
  const direction = years < 0 ? "back" : "ahead";
  return {
    at: `30 years ${direction} ${afterReadings === 0 ? "from the beginning" : `after ${afterReadings} readings`}`,
    disturb: async (lane) => {
      lane.rewind();
      let readings = 0;
      const clock = (now: number): number => {
        readings += 1;
        return readings > afterReadings ? now + years : now;
      };
      const real = Date.now;
      Date.now = () => clock(real());
      try {
        const then = Date.parse(lane.subject.now);
        const outcome = await lane.act(() => clock(then));
        Date.now = real;
        return await judge(lane, { outcome, isExact: false });
      } finally {
        Date.now = real;
      }
    },
  };
}

const JUMPS = [0, 1, 3, 10].flatMap((readings) => [jump(-YEARS, readings), jump(YEARS, readings)]);

const ALWAYS = (): boolean => true;

export const FAULTS: readonly Fault[] = [
  failing("ENOSPC", {
    code: "ENOSPC",
    watches: "changes",
    lasting: false,
    can: (name) => ALLOCATING.has(name),
  }),
  failing("ENOSPC from there on", {
    code: "ENOSPC",
    watches: "changes",
    lasting: true,
    can: (name) => ALLOCATING.has(name),
  }),
  failing("EIO", { code: "EIO", watches: "changes", lasting: false, can: ALWAYS }),
  failing("EIO of a read", { code: "EIO", watches: "reads", lasting: false, can: ALWAYS }),
  failing("EACCES", { code: "EACCES", watches: "changes", lasting: false, can: (name) => NAMING.has(name) }),
  failing("EACCES of a read", {
    code: "EACCES",
    watches: "reads",
    lasting: false,
    can: (name) => NAMING.has(name),
  }),
  failing("EMFILE", { code: "EMFILE", watches: "changes", lasting: false, can: (name) => OPENING.has(name) }),
  failing("EMFILE of a read", {
    code: "EMFILE",
    watches: "reads",
    lasting: false,
    can: (name) => OPENING.has(name),
  }),
  injected("short write", {
    watches: "changes",
    trouble: { kind: "short" },
    can: (name) => name === "writeSync",
  }),
  { name: "kill", places: listDisks },
  { name: "clock jump", places: async () => JUMPS },
];
