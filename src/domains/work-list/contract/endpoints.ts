import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Id, Instant } from '#platform/http/contract/fields.ts';

export const RunOut = z.strictObject({
  now: Instant,
  /** Who runs out first, first. */
  robots: z.array(
    z.strictObject({
      id: z.string(),
      imei: z.string(),
      name: z.string(),
      spotName: z.string().nullable(),
      /** When the first of them is used up; now, where it is already. */
      at: Instant,
      materials: z.array(z.strictObject({ name: z.string(), at: Instant, isEmpty: z.boolean() })),
    }),
  ),
});
export type RunOut = z.infer<typeof RunOut>;

export const workListEndpoints = {
  runOut: endpoint({
    method: 'POST',
    path: '/workList/api/runOut',
    permission: 'robot:view',
    effect: 'read',
    request: z.strictObject({ spotId: Id.optional() }),
    response: RunOut,
    summary: "Robots with a material that is empty, or will be before the end of the tenant's day",
  }),
};
