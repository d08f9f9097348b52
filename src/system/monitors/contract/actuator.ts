import * as z from 'zod';

/** The shapes of system-api.md 5.14, without what shows a caller's headers (settled 31). */
export const HttpTrace = z.strictObject({
  traces: z.array(
    z.strictObject({
      timestamp: z.iso.datetime(),
      timeTaken: z.int().min(0),
      request: z.strictObject({ method: z.string(), uri: z.string() }),
      response: z.strictObject({ status: z.int() }),
    }),
  ),
});

export const MetricNames = z.strictObject({ names: z.array(z.string()) });

export const Metric = z.strictObject({
  name: z.string(),
  measurements: z.array(z.strictObject({ statistic: z.string(), value: z.number() })),
});
export type Metric = z.infer<typeof Metric>;

export const MetricRequest = z.strictObject({ name: z.string().regex(/^[a-z][a-z0-9.]{0,63}$/) });

export const RedisInfo = z.array(z.strictObject({ key: z.string(), value: z.string(), description: z.string() }));
/** 64-bit integers travel as text (system-api.md 1.2). */
export const KeysSize = z.strictObject({ dbSize: z.int(), create_time: z.int() });
export const MemoryInfo = z.strictObject({ used_memory: z.string(), create_time: z.int() });
/** The last name says "rest"; the older console reads the used share in per cent there. */
export const Disks = z.array(
  z.strictObject({ name: z.string(), max: z.number(), rest: z.number(), restPPT: z.int().min(0).max(100) }),
);
