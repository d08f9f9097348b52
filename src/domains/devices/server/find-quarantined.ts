import type { Expression } from 'kysely';
import type { PlatformDb } from '#platform/database/server/database.ts';

export interface AskedQuarantine {
  readonly tenantId: string;
  /** Those of unknown devices as well. */
  readonly withUnknown: boolean;
  readonly imei?: string | undefined;
  /** IMEIs of the devices that the reader sees; all of them without it. */
  readonly among?: Expression<{ imei: string }> | undefined;
  readonly pageNo: number;
  readonly pageSize: number;
}

/** Messages that could not be used, newest first, so that people see why a device does not appear (security 10.4). */
export async function findQuarantined(db: PlatformDb, asked: AskedQuarantine) {
  const { among } = asked;
  let matching = db
    .selectFrom('device_quarantine as q')
    .where((of) =>
      of.or([
        of('q.tenant_id', '=', Number(asked.tenantId)),
        ...(asked.withUnknown ? [of('q.tenant_id', 'is', null)] : []),
      ]),
    );
  if (asked.imei) matching = matching.where('q.imei', '=', asked.imei);
  if (among) matching = matching.where((of) => of('q.imei', 'in', among as unknown as Expression<string>));
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select(['q.id', 'q.imei', 'q.topic', 'q.reason', 'q.payload', 'q.received_at'])
    .orderBy('q.received_at', 'desc')
    .orderBy('q.id', 'desc')
    .limit(asked.pageSize)
    .offset((asked.pageNo - 1) * asked.pageSize)
    .execute();
  const records = rows.map((row) => ({
    id: row.id,
    imei: row.imei,
    topic: row.topic,
    reason: row.reason,
    excerpt: row.payload.toString('utf8').slice(0, 200).toWellFormed(),
    receivedAt: row.received_at.toISOString(),
  }));
  return { records, total: Number(total) };
}
