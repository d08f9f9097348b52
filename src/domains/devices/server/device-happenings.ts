import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Happening } from '#platform/history/contract/happening.ts';

const MOST_MESSAGES = 500;

/** What machines were told because of an order: each command with its answers. */
export async function commandHappenings(db: TenantDb, orderNo: string): Promise<Happening[]> {
  const rows = await db
    .selectFrom('device_command')
    .select(['id', 'imei', 'cmd', 'args', 'state', 'reason', 'requested_by_name', 'attempts', 'late'])
    .select(['issued_at', 'sent_at', 'accepted_at', 'finished_at', 'result_code', 'result_text', 'result_data'])
    .where('order_no', '=', orderNo)
    .execute();
  return rows.flatMap((row): Happening[] => {
    const facts = { cmd: row.cmd, imei: row.imei, attempts: row.attempts };
    const machine = { kind: 'robot', name: row.imei };
    return [
      {
        ...{ at: row.issued_at, what: 'command.issued', facts, raw: { id: row.id, args: row.args } },
        ...{ by: { kind: 'system', name: row.requested_by_name }, why: row.reason },
      },
      ...(row.sent_at ? [{ at: row.sent_at, what: 'command.sent', facts }] : []),
      ...(row.accepted_at ? [{ at: row.accepted_at, what: 'command.accepted', facts, by: machine }] : []),
      ...(row.finished_at
        ? [
            {
              ...{ at: row.finished_at, what: `command.${row.state}`, by: machine },
              facts: { ...facts, resultCode: row.result_code, resultText: row.result_text },
              tone: row.state === 'succeeded' ? ('success' as const) : ('danger' as const),
              raw: { resultCode: row.result_code, resultText: row.result_text, data: row.result_data, late: row.late },
            },
          ]
        : []),
    ];
  });
}

/** What one machine said that names the order, in a span of time. */
export async function messageHappenings(
  db: TenantDb,
  { imei, orderNo, from, to }: { imei: string; orderNo: string; from: Date; to: Date },
): Promise<Happening[]> {
  const rows = await db
    .selectFrom('device_event')
    .select(['imei', 'session', 'seq', 'kind', 'data', 'device_at', 'received_at', 'ignored', 'clock_skewed'])
    .where('imei', '=', imei)
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .where(sql<string>`data ->> 'orderNo'`, '=', orderNo)
    .orderBy('received_at')
    .limit(MOST_MESSAGES)
    .execute();
  return rows.map((row) => ({
    ...{ at: row.received_at, what: row.ignored ? 'message.ignored' : 'message.received', raw: row.data },
    facts: {
      ...{ kind: row.kind, session: row.session, seq: Number(row.seq), deviceAt: row.device_at.toISOString() },
      event: eventCode(row.data),
    },
    by: { kind: 'robot', name: row.imei },
  }));
}

function eventCode(data: unknown): number | null {
  const code = (data as { event?: unknown } | null)?.event;
  return typeof code === 'number' ? code : null;
}
