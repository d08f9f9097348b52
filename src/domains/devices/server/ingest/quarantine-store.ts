import type pg from 'pg';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Quarantined } from './incoming.ts';

/** Rows kept per device; the oldest go first. */
const KEPT_PER_DEVICE = 100;
const KEPT_BYTES = 4_096;

/** Keeps messages that could not be used, so that people see why a device does not appear (security 10.4). */
export async function insertQuarantined(client: pg.PoolClient, messages: readonly Quarantined[]): Promise<void> {
  await client.query({
    name: 'ingest-quarantine',
    text: `insert into device_quarantine (id, imei, tenant_id, topic, payload, reason, received_at)
           select * from unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[], $5::bytea[], $6::text[], $7::timestamptz[])`,
    values: [
      messages.map(() => newId()),
      messages.map(({ imei }) => printable(imei).slice(0, 64)),
      messages.map(({ tenantId }) => tenantId),
      messages.map(({ topic }) => printable(topic).slice(0, 300)),
      messages.map(({ payload }) => payload.subarray(0, KEPT_BYTES)),
      messages.map(({ reason }) => printable(reason).slice(0, 300)),
      messages.map(({ receivedAt }) => receivedAt),
    ],
  });
  await client.query({
    name: 'ingest-quarantine-cap',
    text: `delete from device_quarantine q
            using (select id, row_number() over (partition by imei order by received_at desc, id desc) as place
                     from device_quarantine where imei = any($1::text[])) ranked
            where q.id = ranked.id and ranked.place > $2`,
    values: [[...new Set(messages.map(({ imei }) => printable(imei).slice(0, 64)))], KEPT_PER_DEVICE],
  });
}

function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
  return text.toWellFormed().replace(/[\u0000-\u001f]/g, '\ufffd');
}
