import { forgetOldSecurityEvents } from '#platform/alerts/server/forget-events.ts';
import { forgetOldKeys } from './idempotency.ts';
import type { ServerSlice } from './slice.ts';

/** What the HTTP plumbing itself keeps in the database and clears away. */
export const requests: ServerSlice = { name: 'requests', schedules: [forgetOldKeys, forgetOldSecurityEvents] };
