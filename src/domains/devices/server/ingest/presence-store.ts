import type pg from 'pg';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { FoldedDevice } from './fold-reports.ts';

/** Every change of presence with its time (practice 10.2). */
export async function insertPresenceChanges(client: pg.PoolClient, changes: readonly FoldedDevice[]): Promise<void> {
  const rows = changes.flatMap(({ device, folded }) =>
    folded.turns.map((turn) => ({
      tenant_id: device.tenantId,
      id: newId(),
      imei: device.imei,
      online: turn.online,
      session: folded.condition.session,
      reason: turn.reason,
      at: turn.at,
    })),
  );
  if (rows.length > 0) await client.query({ name: 'ingest-presence', text: PRESENCE, values: [JSON.stringify(rows)] });
}

/** Answers whether there was anything to publish. */
export async function publishPresenceChanges(
  client: pg.PoolClient,
  changes: readonly FoldedDevice[],
): Promise<boolean> {
  const rows = changes.flatMap(({ device, folded }) =>
    folded.turns.map((turn) => ({
      tenant_id: device.tenantId,
      id: newId(),
      name: deviceEvents.presenceChanged.name,
      aggregate: device.imei,
      payload: { deviceId: device.id, imei: device.imei, online: turn.online, reason: turn.reason, at: turn.at },
    })),
  );
  if (rows.length === 0) return false;
  await client.query({
    name: 'ingest-presence-facts',
    // meets no row of its key: a shard takes rows from a list in no other form (decision 107)
    text: `insert into outbox (tenant_id, id, name, aggregate, payload)
           select * from jsonb_to_recordset($1::jsonb) as n(tenant_id bigint, id uuid, name text, aggregate text, payload jsonb)
           on conflict do nothing`,
    values: [JSON.stringify(rows)],
  });
  return true;
}

const PRESENCE = `
  insert into device_presence_change (tenant_id, id, imei, online, session, reason, at)
  select * from jsonb_to_recordset($1::jsonb)
    as n(tenant_id bigint, id uuid, imei text, online boolean, session text, reason text, at timestamptz)
  on conflict do nothing`;
