import { defineRaiseCommand } from "./raise-command.ts";

export const keep = defineRaiseCommand("keep");
