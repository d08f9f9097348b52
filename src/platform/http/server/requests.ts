import { purgeSecurityEvents } from '#platform/alerts/server/purge-events.ts';
import { purgeKeys } from './idempotency.ts';
import type { ServerSlice } from './slice.ts';

/** What the HTTP plumbing itself keeps in the database and clears away. */
export const requests: ServerSlice = { name: 'requests', schedules: [purgeKeys, purgeSecurityEvents] };
