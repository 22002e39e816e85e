/** `1 memory`, `2 memories`. */
export function sayCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
