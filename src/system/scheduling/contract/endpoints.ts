import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';
import { Instant, IntField } from '#platform/http/contract/fields.ts';

export const NextRunsRequest = z.strictObject({
  /** Six or seven fields (practice 17.2). */
  expression: z.string().max(1000),
  /** Name of the zone in which the fields are read, such as `Europe/Oslo`. */
  timeZone: z.string().min(1).max(64),
  /** Runs lie strictly after this instant; now, when left out. */
  after: Instant.optional(),
  count: IntField(1, 100).default(10),
});
export type NextRunsRequest = z.infer<typeof NextRunsRequest>;

export const NextRuns = z.strictObject({
  /** Normalised, with the number of fields that was given. */
  expression: z.string(),
  /** In that zone, with offset; empty where none is left. */
  runs: z.array(Instant),
});
export type NextRuns = z.infer<typeof NextRuns>;

export const schedulingEndpoints = {
  nextRuns: endpoint({
    method: 'GET',
    path: '/sys/cron/nextRuns',
    scope: 'identity',
    permission: null,
    request: NextRunsRequest,
    response: NextRuns,
    summary: 'The next runs of a cron expression, computed by the function that the scheduler uses',
  }),
};
