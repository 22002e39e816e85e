/** A save that nothing is wrong with, so that whatever refuses it refuses the place. */
export const SAVE = [
  "save",
  "--type",
  "project",
  "--name",
  "Fresh idea",
  "--description",
  "d",
  "--body",
  "x".repeat(40),
];
