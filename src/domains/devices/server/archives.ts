import { type SqlBool, sql } from 'kysely';
import { ACTIVE_COMMAND_STATES } from '#domains/devices/rules/command-state.ts';
import type { ArchiveKind } from '#platform/archive/server/archive-kind.ts';

/** What machines said, when they were there, and what people asked of them; commands of an order stay with their order. */
export const deviceArchives: readonly ArchiveKind[] = [
  {
    ...{ name: 'device-events', table: 'device_event', at: 'received_at', key: ['imei', 'session', 'seq'] },
    ...{ namesPeople: false, fileDays: 3_650 },
  },
  {
    ...{ name: 'device-presence', table: 'device_presence_change', at: 'at', key: ['id'] },
    ...{ namesPeople: false, fileDays: 3_650 },
  },
  {
    ...{ name: 'device-commands', table: 'device_command', at: 'issued_at', key: ['id'] },
    only: sql<SqlBool>`old.order_no is null and old.state <> all(${[...ACTIVE_COMMAND_STATES]}::text[])`,
    ...{ namesPeople: true, fileDays: 3_650 },
  },
];
