// `npm run ruler` writes the numbers of today into ruler.md. The sentences in the rows stay; a number that grew wants one.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, readProjectFile } from "./project-files.ts";
import { measure, readRecord, renderTable } from "./ruler.ts";
import { hubSources, productSources } from "./syntax.ts";

const text = readProjectFile("test/arch/ruler.md");
const table = renderTable(measure([...productSources(), ...hubSources()]), readRecord(text));
writeFileSync(
  join(ROOT, "test/arch/ruler.md"),
  text.replace(/^\| measured \|.*\n(?:\|.*\n)*/m, () => table),
);
process.stdout.write(table);
