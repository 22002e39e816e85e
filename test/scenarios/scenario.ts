// A scenario is a text a user could have typed and read. One a file, line by line:
//
//   # A comment. The first one is the name of the scenario, a sentence that is true when it passes.
//   > notes/project_x.md            writes a file; the lines after it that begin with `|` are its content
//   | ---
//   | name: X
//   $ credence validate notes/project_x.md | head -1       runs in /bin/sh, in a fresh directory with a fresh HOME
//   | project_x.md   PASS           right after a command: its whole stdout, nothing more and nothing less
//   ! exit 2                        its exit code; without this line it must be 0
//   stdout 'text'                   stdout holds this text, anything between the first and the last quote of the line
//   ! stderr 'text'                 stderr does not hold it
//   no stderr                       nothing was written there
//   file notes/project_x.md 'text'  that file holds the text
//   no file notes/project_y.md      that file does not exist
//
// `|` is followed by one space, or by nothing for an empty line. Empty lines between steps mean nothing.

export type Stream = "stdout" | "stderr";

export type Check =
  | {
      readonly kind: "stream-holds";
      readonly stream: Stream;
      readonly text: string;
      readonly wanted: boolean;
    }
  | { readonly kind: "stream-is"; readonly stream: Stream; readonly text: string }
  | { readonly kind: "file-holds"; readonly path: string; readonly text: string }
  | { readonly kind: "no-file"; readonly path: string };

export type WriteStep = { readonly kind: "write"; readonly path: string; content: string };
export type RunStep = {
  readonly kind: "run";
  readonly line: number;
  readonly command: string;
  exit: number;
  readonly checks: Check[];
};

export type Scenario = { readonly name: string; readonly steps: readonly (WriteStep | RunStep)[] };

export function parseScenario(text: string): Scenario {
  const steps: (WriteStep | RunStep)[] = [];
  let name: string | null = null;
  for (const [index, line] of text.split("\n").entries()) {
    const last = steps.at(-1);
    if (line.startsWith("#")) name ??= line.slice(1).trim();
    else if (line.startsWith("> ")) steps.push({ kind: "write", path: line.slice(2).trim(), content: "" });
    else if (line.startsWith("$ ")) steps.push(runStep(line.slice(2), index + 1));
    else if (line.startsWith("|")) addContent(last, line, index + 1);
    else if (line.trim() !== "") addExpectation(last, line.trim(), index + 1);
  }
  if (name === null || name === "") throw new Error("a scenario begins with a comment that names it");
  return { name, steps };
}

function runStep(command: string, line: number): RunStep {
  return { kind: "run", line, command, exit: 0, checks: [] };
}

function addContent(step: WriteStep | RunStep | undefined, line: string, number: number): void {
  if (step === undefined || !/^\|( |$)/.test(line))
    throw new Error(`line ${number}: expected "| text" after a step`);
  const text = `${line.slice(2)}\n`;
  if (step.kind === "write") {
    step.content += text;
    return;
  }
  const previous = step.checks.at(-1);
  if (previous?.kind === "stream-is") step.checks.splice(-1, 1, { ...previous, text: previous.text + text });
  else step.checks.push({ kind: "stream-is", stream: "stdout", text });
}

function addExpectation(step: WriteStep | RunStep | undefined, line: string, number: number): void {
  if (step?.kind !== "run") throw new Error(`line ${number}: an expectation must follow a command: ${line}`);
  const exit = /^! exit (\d+)$/.exec(line)?.[1];
  if (exit !== undefined) {
    step.exit = Number(exit);
    return;
  }
  const check = parseCheck(line);
  if (check === null) throw new Error(`line ${number}: not understood: ${line}`);
  step.checks.push(check);
}

function parseCheck(line: string): Check | null {
  const holds = /^(! )?(stdout|stderr) '(.+)'$/.exec(line);
  if (holds !== null) {
    return {
      kind: "stream-holds",
      stream: streamOf(holds[2]),
      text: holds[3] ?? "",
      wanted: holds[1] === undefined,
    };
  }
  const silent = /^no (stdout|stderr)$/.exec(line);
  if (silent !== null) return { kind: "stream-is", stream: streamOf(silent[1]), text: "" };
  const file = /^file (\S+) '(.+)'$/.exec(line);
  if (file !== null) return { kind: "file-holds", path: file[1] ?? "", text: file[2] ?? "" };
  const absent = /^no file (\S+)$/.exec(line);
  return absent === null ? null : { kind: "no-file", path: absent[1] ?? "" };
}

function streamOf(word: string | undefined): Stream {
  return word === "stderr" ? "stderr" : "stdout";
}
