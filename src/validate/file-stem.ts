/** The name of a file without its folder and its ending: the id of the memory in it, which is shown with it. */
export function stemOf(file: string): string {
  const name = file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1);
  return name.replace(/\.md$/i, "");
}
