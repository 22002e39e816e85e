// `npm run ruler` writes the numbers of today into ruler.md and prose.json. The sentences in the rows of ruler.md stay; a number
// that grew wants one. The numbers of prose.json only fall.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, readProjectFile } from "./project-files.ts";
import { recordProse } from "./prose.ts";
import { measure, readRecord, renderTable } from "./ruler.ts";
import { hubSources, productSources } from "./syntax.ts";

const text = readProjectFile("test/arch/ruler.md");
const sources = [...productSources(), ...hubSources()];
const table = renderTable(measure(sources), readRecord(text));
writeFileSync(
  join(ROOT, "test/arch/ruler.md"),
  text.replace(/^\| measured \|.*\n(?:\|.*\n)*/m, () => table),
);
writeFileSync(join(ROOT, "test/arch/prose.json"), `${JSON.stringify(recordProse(sources), null, 2)}\n`);
process.stdout.write(table);
