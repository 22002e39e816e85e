import { defineRaiseCommand } from "../frames/raise-command.ts";

export const keep = defineRaiseCommand("keep");
