import { startOperationLog } from '#platform/operations/server/operation-log.ts';
import { purgeKeys } from './idempotency.ts';
import { purgeSecurityEvents } from './purge-security-events.ts';
import type { ServerSlice } from './slice.ts';

/** What the HTTP plumbing itself keeps in the database and clears away. */
export const requests: ServerSlice = {
  name: 'requests',
  schedules: [purgeKeys, purgeSecurityEvents],
  start: startOperationLog,
};
