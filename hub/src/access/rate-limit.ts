// How often somebody may ask: a bucket that fills by the second, per token, and per address for those without one.
//
// Attack: one client uses up the hub, or somebody tries tokens. Each process counts by itself; with several of them behind a proxy the
// sum may be as many times as large.

export type RateLimit = {
  /** @returns how many seconds to wait; 0 when it may go on. */
  readonly take: (who: string) => number;
};

type Bucket = { left: number; atMs: number };

const BUCKETS_MAX = 50_000;

export function createRateLimit(
  { perMinute, burst }: { readonly perMinute: number; readonly burst: number },
  now: () => number = () => performance.now(),
): RateLimit {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  return {
    take: (who) => {
      const atMs = now();
      const bucket = buckets.get(who) ?? { left: burst, atMs };
      bucket.left = Math.min(burst, bucket.left + (atMs - bucket.atMs) * perMs);
      bucket.atMs = atMs;
      // Whoever asked last is the last that is forgotten.
      buckets.delete(who);
      buckets.set(who, bucket);
      if (buckets.size > BUCKETS_MAX) buckets.delete(buckets.keys().next().value ?? "");
      if (bucket.left < 1) return Math.ceil((1 - bucket.left) / perMs / 1_000);
      bucket.left -= 1;
      return 0;
    },
  };
}
