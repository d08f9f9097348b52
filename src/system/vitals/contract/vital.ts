import * as z from 'zod';
import { IntField, NumberField } from '#platform/http/contract/fields.ts';
import { METRICS } from './metrics.ts';

/** Days for which the counts are kept. */
export const KEPT_DAYS = 90;

/** A route, such as `/orders/detail/:orderNo`: what stood in the address stays in the browser. */
const Page = z.string().regex(/^(other|(\/(:[A-Za-z]{1,30}|[A-Za-z][A-Za-z-]{0,40})){1,6})$/);

const Vital = z.strictObject({
  page: Page,
  metric: z.enum(METRICS),
  value: NumberField(0, 3_600_000),
});
export type Vital = z.infer<typeof Vital>;

/** Who visited is not asked and not kept. */
export const AddVitalsRequest = z.strictObject({
  /** The build that ran in the browser, as the name of its first file says it. */
  version: z.string().regex(/^[\w-]{1,40}$/),
  vitals: z.array(Vital).min(1).max(60),
});
export type AddVitalsRequest = z.infer<typeof AddVitalsRequest>;

export const VitalsCounted = z.strictObject({ counted: z.int() });

export const VitalsRequest = z.strictObject({
  days: IntField(1, KEPT_DAYS).default(28),
  version: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .optional(),
});
export type VitalsRequest = z.infer<typeof VitalsRequest>;

export const PageVitals = z.strictObject({
  page: z.string(),
  metric: z.enum(METRICS),
  /** Visits that were counted. */
  count: z.int(),
  /** So good or better were three visits of four; estimated inside of a bucket. */
  p75: z.number(),
  /** Share of the visits, in millionths, that were good by the measure of web.dev. */
  goodMillionths: z.int(),
});
export type PageVitals = z.infer<typeof PageVitals>;

export const Vitals = z.strictObject({
  pages: z.array(PageVitals),
  /** Builds that were counted in these days, the one with the most visits first. */
  versions: z.array(z.string()),
});
export type Vitals = z.infer<typeof Vitals>;
