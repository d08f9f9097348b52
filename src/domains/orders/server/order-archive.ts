import { type SqlBool, sql } from 'kysely';
import { ACTIVE_COMMAND_STATES } from '#domains/devices/rules/command-state.ts';
import { RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { ArchiveKind } from '#platform/archive/server/archive-kind.ts';
import { OrderStatus } from '../contract/order.ts';

const UNDER_WAY = [OrderStatus.created, OrderStatus.paidInQueue, OrderStatus.awaitingPickup];
const ASKED = [RefundStatus.requestedByCustomer, RefundStatus.requestedByStaff];

/**
 * How orders came about: their steps and the commands to their robots. The order itself is a book and stays, with its lines, cups,
 * payments and refunds: lists, sums and people find it as before (decision 125).
 */
export const orderArchive: ArchiveKind = {
  ...{ name: 'orders', table: 'order_event', at: 'at', key: ['id'], namesPeople: true, fileDays: 0, leastDays: 400 },
  hangsOn: {
    ...{ table: 'coffee_order', at: 'created_at', by: 'order_no' },
    isOver: (tenantId) => sql<SqlBool>`
      (record.cancel_event is not null or record.status <> all(${UNDER_WAY}::smallint[]))
      and coalesce(record.refund_status, 0) <> all(${ASKED}::smallint[])
      and not exists (select from device_command command
                       where command.tenant_id = ${tenantId} and command.order_no = record.order_no
                         and command.state = any(${[...ACTIVE_COMMAND_STATES]}::text[]))`,
    with: [{ table: 'device_command', key: ['id'] }],
  },
};
