// A memory that every validator passes, and the call that saves it.

export const BODY =
  "Deployments happen on Fridays before noon.\n\nWhy: the team is there.\nHow to apply: plan for it.";

export function saving(id: string, name: string, body = BODY): string[] {
  const words = { id, type: "project", name, description: `About ${name}`, body };
  return ["save", ...Object.entries(words).flatMap(([option, value]) => [`--${option}`, value])];
}
