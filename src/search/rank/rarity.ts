// How much a word says: little where it is in most memories, much where it is in few. Never below zero, so that in a store of
// a few memories a word that all of them hold still finds them.

export function rarityOf(memories: number, count: number): number {
  return Math.log(1 + (memories - Math.min(count, memories) + 0.5) / (count + 0.5));
}
