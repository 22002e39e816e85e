import { defineStatusCommand } from "../frames/status-command.ts";

export const retire = defineStatusCommand("retire", "Take a memory out of use");
