interface Bucket {
  tokens: number;
  at: number;
}

/** There is no limit to the number of addresses: the one that called longest ago is dropped, and starts with a full bucket. */
const REMEMBERED = 10_000;

/**
 * One token bucket per name, such as a tenant's (security 15.2). Answers 0 where the request may pass, else the seconds to wait.
 * Each of `sharers` servers lets its part of the limit pass, so that all of them together let no more.
 */
export function rateLimiter(
  limit: { perSecond: number; burst: number } | null,
  nowMs = () => performance.now(),
  sharers = () => 1,
) {
  const buckets = new Map<string, Bucket>();
  return (name: string): number => {
    if (!limit || name === '') return 0;
    const now = nowMs();
    const perSecond = limit.perSecond / sharers();
    const burst = Math.max(1, limit.burst / sharers());
    const bucket = buckets.get(name) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1_000) * perSecond);
    bucket.at = now;
    buckets.delete(name);
    buckets.set(name, bucket);
    if (buckets.size > REMEMBERED) buckets.delete(buckets.keys().next().value ?? '');
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
  };
}
