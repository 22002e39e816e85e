// Limits requests with a bucket that refills every second: one per token, and one per address for requests without a token.
//
// Attack: one client uses up the hub, or guesses tokens. Each process counts alone, so several processes behind a proxy
// allow a multiple of the limit.

export type RateLimit = {
  /** @returns the seconds to wait; 0 when the request may proceed. */
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
      // Moves the bucket to the end, so that the least recently used one is dropped first.
      buckets.delete(who);
      buckets.set(who, bucket);
      if (buckets.size > BUCKETS_MAX) buckets.delete(buckets.keys().next().value ?? "");
      if (bucket.left < 1) return Math.ceil((1 - bucket.left) / perMs / 1_000);
      bucket.left -= 1;
      return 0;
    },
  };
}
