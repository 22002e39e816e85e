/** Ends this process at once and, if it leads a process group, every process of the group. */
export function endGroup(): void {
  try {
    process.kill(-process.pid, "SIGKILL");
  } catch {
    // The process leads no group, because a user runs it at a terminal together with others.
    process.kill(process.pid, "SIGKILL");
  }
}
