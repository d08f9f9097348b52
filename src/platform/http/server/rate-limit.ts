interface Bucket {
  tokens: number;
  at: number;
}

/** One token bucket per tenant (security 15.2). Answers 0 where the request may pass, else the seconds to wait. */
export function tenantRateLimit(limit: { perSecond: number; burst: number } | null, nowMs = () => performance.now()) {
  const buckets = new Map<string, Bucket>();
  return (tenantId: string): number => {
    if (!limit || tenantId === '') return 0;
    const now = nowMs();
    const bucket = buckets.get(tenantId) ?? { tokens: limit.burst, at: now };
    bucket.tokens = Math.min(limit.burst, bucket.tokens + ((now - bucket.at) / 1_000) * limit.perSecond);
    bucket.at = now;
    buckets.set(tenantId, bucket);
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil((1 - bucket.tokens) / limit.perSecond));
  };
}
