/** Ends this process at once and, where it leads a group of its own, every process of that. */
export function endGroup(): void {
  try {
    process.kill(-process.pid, "SIGKILL");
  } catch {
    // It leads no group: somebody runs it at a terminal, with others.
    process.kill(process.pid, "SIGKILL");
  }
}
