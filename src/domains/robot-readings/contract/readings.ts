import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant } from '#platform/http/contract/fields.ts';

/** Hours of each period, and of one place of its charts. */
export const PERIODS = {
  day: { hours: 24, step: 1 },
  week: { hours: 168, step: 6 },
  month: { hours: 720, step: 24 },
} as const;
export const PERIOD_KEYS = ['day', 'week', 'month'] as const;
export type Period = (typeof PERIOD_KEYS)[number];

/** Of one place of the charts, beginning at `at`. */
export const ReadingPlace = z.strictObject({
  at: Instant,
  /** Made in it. */
  cups: z.int(),
  /** Tenths of a degree by the part, averaged; a part that said nothing is left out. */
  temperatures: z.record(z.string(), z.int()),
});

export const RobotReadings = z.strictObject({
  from: Instant,
  to: Instant,
  cupsToday: z.int(),
  lastCupAt: Instant.nullable(),
  /** Since when it does not sell, where that is known: it is away, empty or broken. */
  notSellingSince: Instant.nullable(),
  /** Since when it is known whether it was there: not before it first connected; null where it never did. */
  knownFrom: Instant.nullable(),
  /** Online seconds over all seconds since it first connected, in millionths (practice 10.2); null where it never did. */
  uptime: z.int().nullable(),
  /** The same of the opening hours of its spot alone; null without a spot or without hours. */
  uptimeOpen: z.int().nullable(),
  /** When it was away, oldest first; an end of null goes on. */
  outages: z.array(z.strictObject({ from: Instant, to: Instant.nullable(), reason: z.string() })),
  places: z.array(ReadingPlace),
  /** Tenths of a degree that a part should not go above. */
  limits: z.record(z.string(), z.int()),
  orders: z.array(
    z.strictObject({ orderNo: z.string(), createdAt: Instant, goods: z.string(), cups: z.int(), step: z.int() }),
  ),
  versions: z.array(z.strictObject({ kind: z.enum(['model', 'firmware']), value: z.string(), seenAt: Instant })),
});
export type RobotReadings = z.infer<typeof RobotReadings>;

export const ReadingsRequest = z.strictObject({ robotId: Id, period: z.enum(PERIOD_KEYS).default('day') });
export type ReadingsRequest = z.infer<typeof ReadingsRequest>;

export const readingsEndpoint = endpoint({
  method: 'GET',
  path: '/robotReadings/api/readings',
  permission: 'robot:view',
  effect: 'read',
  request: ReadingsRequest,
  response: RobotReadings,
  summary: 'How a robot was over a day, a week or a month: online, cups, temperatures, outages, orders, versions',
});
