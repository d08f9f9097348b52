import * as z from 'zod';
import { endpoint } from '#platform/http/contract/endpoint.ts';

/** Logins, as older dashboards count them (system-api.md 5.12). */
export const VisitSums = z.strictObject({ totalVisitCount: z.int(), todayVisitCount: z.int(), todayIp: z.int() });
export type VisitSums = z.infer<typeof VisitSums>;

/** A day of the tenant's calendar, `yyyy-MM-dd` and `MM-dd`; `ip`: how many different addresses. */
export const VisitDay = z.strictObject({ tian: z.string(), type: z.string(), visit: z.int(), ip: z.int() });
export type VisitDay = z.infer<typeof VisitDay>;

// sums without names: every member may know them
export const visitEndpoints = {
  sums: endpoint({
    method: 'GET',
    path: '/sys/loginfo',
    permission: null,
    request: z.strictObject({}),
    response: VisitSums,
    summary: 'How many logins there were, all and today',
  }),
  days: endpoint({
    method: 'GET',
    path: '/sys/visitInfo',
    permission: null,
    request: z.strictObject({}),
    response: z.array(VisitDay),
    summary: 'Logins and their addresses on each of the last seven days',
  }),
};
