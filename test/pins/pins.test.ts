// The public surface, frozen: each file here is a scenario that spells out a command's whole output. A pin that breaks
// means that something others build on has changed. If that is meant, record it anew with
// `node test/pins/record.ts FILE…`, read the difference, and say it in CHANGELOG.md.

import { playFolder } from "../scenarios/play-folder.ts";

await playFolder(import.meta.dirname);
