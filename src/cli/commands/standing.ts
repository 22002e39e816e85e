import { defineStatusCommand } from "../frames/status-command.ts";

export const archive = defineStatusCommand("archive", "Put a memory aside without judging it");
