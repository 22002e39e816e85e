import { defineStatusCommand } from "../frames/status-command.ts";

export const unretire = defineStatusCommand("unretire", "Bring a retired memory back");
