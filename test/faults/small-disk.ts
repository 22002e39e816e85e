// A small file system over a directory, which can be filled to its last byte.

import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";

/** @returns false where this is not ours to do. */
export function mountSmall(path: string, kib: number, onMounted: (unmount: () => void) => void): boolean {
  const options = `size=${kib}k,mode=0700`;
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", path]);
  if (status === 0) onMounted(() => void spawnSync("umount", [path]));
  return status === 0;
}

/** @returns the file that takes the room. */
export function fill(path: string): string {
  const filler = join(path, "filler");
  for (const size of [4_096, 1]) {
    for (;;) {
      try {
        appendFileSync(filler, "x".repeat(size));
      } catch {
        // Full for pieces of this size.
        break;
      }
    }
  }
  return filler;
}
