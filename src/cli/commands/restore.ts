import { defineRaiseCommand } from "../frames/raise-command.ts";

export const restore = defineRaiseCommand("restore");
