import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Happening } from '#platform/history/contract/happening.ts';

const MOST_EVENTS = 200;
const PROVIDER = { kind: 'provider', name: '' };

/** Every attempt to pay an order, what the provider answered and reported of itself, and what it gave back. */
export async function paymentHappenings(db: TenantDb, orderNo: string): Promise<Happening[]> {
  const payments = await db
    .selectFrom('payment')
    .select(['id', 'serial_no', 'attempt', 'channel', 'status', 'amount_minor', 'currency', 'provider_ref'])
    .select(['charge_ref', 'error_code', 'requested_at', 'received_at', 'withdrawn_at'])
    .where('order_no', '=', orderNo)
    .execute();
  const ids = payments.map(({ id }) => id);
  const refs = payments
    .flatMap(({ provider_ref, charge_ref }) => [provider_ref, charge_ref])
    .filter((ref) => ref !== null);
  const returned = ids.length > 0 ? await returnsOf(db, ids) : [];
  const events = refs.length > 0 ? await eventsOf(db, refs) : [];
  return [
    ...payments.flatMap((payment): Happening[] => {
      const facts = {
        ...{ serialNo: payment.serial_no, attempt: payment.attempt, channel: payment.channel },
        ...{ amountMinor: payment.amount_minor, currency: payment.currency, errorCode: payment.error_code },
      };
      const isPaid = payment.status === 'succeeded';
      const isFailed = payment.status === 'failed';
      return [
        { at: payment.requested_at, what: 'payment.requested', facts },
        ...(payment.received_at
          ? [
              {
                ...{ at: payment.received_at, what: `payment.${payment.status}`, facts, by: PROVIDER },
                tone: isPaid ? ('success' as const) : isFailed ? ('danger' as const) : ('neutral' as const),
              },
            ]
          : []),
        ...(payment.withdrawn_at ? [{ at: payment.withdrawn_at, what: 'payment.withdrawn', facts }] : []),
      ];
    }),
    ...returned,
    ...events,
  ];
}

async function returnsOf(db: TenantDb, paymentIds: readonly string[]): Promise<Happening[]> {
  const rows = await db
    .selectFrom('payment_refund')
    .select(['amount_minor', 'currency', 'state', 'key_number', 'last_error', 'requested_at', 'changed_at'])
    .where('payment_id', 'in', [...paymentIds])
    .execute();
  return rows.flatMap((row): Happening[] => {
    const facts = {
      ...{ amountMinor: row.amount_minor, currency: row.currency, attempt: row.key_number, errorCode: row.last_error },
    };
    return [
      // what somebody gave back at the provider's own console was never asked for
      ...(row.state === 'succeeded' && row.changed_at.getTime() === row.requested_at.getTime()
        ? []
        : [{ at: row.requested_at, what: 'return.requested', facts }]),
      ...(row.state === 'pending'
        ? []
        : [
            {
              ...{ at: row.changed_at, what: `return.${row.state}`, facts, by: PROVIDER },
              tone: row.state === 'succeeded' ? ('success' as const) : ('danger' as const),
            },
          ]),
    ];
  });
}

async function eventsOf(db: TenantDb, refs: readonly string[]): Promise<Happening[]> {
  const rows = await db
    .selectFrom('payment_inbox')
    .select(['provider', 'event_id', 'event_type', 'payload', 'received_at', 'processed_at'])
    .where(sql<string>`coalesce(payload ->> 'payment_intent', payload ->> 'id')`, 'in', [...refs])
    .orderBy('received_at')
    .limit(MOST_EVENTS)
    .execute();
  return rows.map((row) => ({
    ...{ at: row.received_at, what: 'event', by: { kind: 'provider', name: row.provider }, raw: row.payload },
    facts: { type: row.event_type, eventId: row.event_id, processedAt: row.processed_at?.toISOString() ?? null },
  }));
}
