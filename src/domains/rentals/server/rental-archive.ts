import { type SqlBool, sql } from 'kysely';
import { ACTIVE_COMMAND_STATES } from '#domains/devices/rules/command-state.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { ArchiveKind } from '#platform/archive/server/archive-kind.ts';

const ASKED = [RefundStatus.requestedByCustomer, RefundStatus.requestedByStaff];

/**
 * How rentals came about: their steps and the commands to their cabinets. The rental itself is a book and stays, with its money, its
 * repairs and the ejects, which go with their cabinet (decision 125).
 */
export const rentalArchive: ArchiveKind = {
  ...{ name: 'rentals', table: 'rental_event', at: 'at', key: ['id'], namesPeople: true, fileDays: 0, leastDays: 400 },
  hangsOn: {
    ...{ table: 'rental_order', at: 'created_at', by: 'order_no' },
    isOver: (tenantId) => sql<SqlBool>`
      record.step in ('over', 'cancelled') and not record.review
      and coalesce(record.refund_status, 0) <> all(${ASKED}::smallint[])
      and not exists (select from rental_repair repair
                       where repair.tenant_id = ${tenantId} and repair.order_no = record.order_no and repair.state = 'waiting')
      and not exists (select from device_command command
                       where command.tenant_id = ${tenantId} and command.order_no = record.order_no
                         and command.state = any(${[...ACTIVE_COMMAND_STATES]}::text[]))`,
    with: [{ table: 'device_command', key: ['id'] }],
  },
};
