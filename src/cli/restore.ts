import { defineRaiseCommand } from "./raise-command.ts";

export const restore = defineRaiseCommand("restore");
