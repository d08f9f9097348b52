import type pg from 'pg';
import type { DeviceDriver } from './device-driver.ts';

/**
 * Live updates about devices of one kind. What is told is read first: a server that calls `pg_notify` where the rows lie is not
 * the one that listens (decision 63).
 */
export async function notifyBrowsers(
  client: pg.PoolClient,
  { table, liveUpdateInSql }: Pick<DeviceDriver, 'table' | 'liveUpdateInSql'>,
  devices: readonly { readonly tenant_id: number | string; readonly id: string }[],
): Promise<void> {
  const { rows } = await client.query<{ words: string }>({
    name: `devices-live-${table}`,
    text: `select ${liveUpdateInSql}::text as words
             from ${table} r join unnest($1::bigint[], $2::uuid[]) as n(tenant_id, id) using (tenant_id, id)`,
    values: [devices.map((device) => device.tenant_id), devices.map((device) => device.id)],
  });
  await client.query({
    name: 'devices-live',
    text: "select pg_notify('live', words) from unnest($1::text[]) as news(words)",
    values: [rows.map((row) => row.words)],
  });
}
