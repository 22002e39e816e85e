import { playFolder } from "./play-folder.ts";

await playFolder(import.meta.dirname);
