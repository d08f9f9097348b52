import type pg from 'pg';
import { isClockSkewed } from '#domains/devices/rules/device-clock.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { DeviceDrivers } from '../device-driver.ts';
import type { PlacedEvent } from './incoming.ts';

/**
 * Stores events once each, and in the same statement writes the fact for the slice that acts on it; a repeated event finds
 * itself in the inbox and does neither. Answers whether there were facts.
 */
export async function insertEvents(
  client: pg.PoolClient,
  drivers: DeviceDrivers,
  events: readonly PlacedEvent[],
): Promise<boolean> {
  const facts = events.map((event) =>
    event.ignored ? undefined : drivers.of(event.incoming.device.kind).factOf(event),
  );
  await client.query({
    name: 'ingest-events',
    text: EVENTS,
    values: [
      events.map(({ incoming }) => incoming.device.tenantId),
      events.map(({ incoming }) => incoming.device.imei),
      events.map(({ incoming }) => incoming.frame.session),
      events.map(({ incoming }) => incoming.frame.seq),
      events.map(({ incoming }) => incoming.frame.messageId),
      events.map(({ data }) => data.kind),
      events.map(({ data }) => JSON.stringify(data)),
      events.map(({ incoming }) => incoming.frame.deviceAt),
      events.map(({ incoming }) => incoming.receivedAt),
      events.map(({ ignored }) => ignored),
      events.map(({ incoming }) => isClockSkewed(incoming.frame.deviceAt, incoming.receivedAt)),
      events.map(() => newId()),
      facts.map((fact) => fact?.name ?? null),
      facts.map((fact) => fact?.aggregate ?? null),
      facts.map((fact) => (fact ? JSON.stringify(fact.payload) : null)),
    ],
  });
  return facts.some((fact) => fact !== undefined);
}

/** What every fact of a device begins with (`reportedFields`). */
export const reportedBy = ({ device, frame, receivedAt, ordinal }: PlacedEvent['incoming']) => ({
  imei: device.imei,
  session: frame.session,
  sessionOrdinal: ordinal,
  seq: frame.seq,
  receivedAt: receivedAt.toISOString(),
  deviceAt: frame.deviceAt.toISOString(),
});

// the first conflict is a message that came twice; the facts meet none, a shard takes them in no other form (decision 107)
const EVENTS = `
  with n as (
    select * from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::timestamptz[],
                         $9::timestamptz[], $10::boolean[], $11::boolean[], $12::uuid[], $13::text[], $14::text[], $15::text[])
      as n(tenant_id, imei, session, seq, message_id, kind, data, device_at, received_at, ignored, clock_skewed,
           fact_id, fact, aggregate, payload)
  ), fresh as (
    insert into device_event (tenant_id, imei, session, seq, message_id, kind, data, device_at, received_at, ignored, clock_skewed)
    select tenant_id, imei, session, seq, message_id, kind, data::jsonb, device_at, received_at, ignored, clock_skewed from n
    on conflict do nothing
    returning tenant_id, imei, session, seq, message_id
  )
  insert into outbox (tenant_id, id, name, aggregate, payload)
  select distinct on (n.tenant_id, n.imei, n.session, n.seq) n.tenant_id, n.fact_id, n.fact, n.aggregate, n.payload::jsonb
    from n join fresh using (tenant_id, imei, session, seq, message_id)
   where n.fact is not null
   order by n.tenant_id, n.imei, n.session, n.seq, n.fact_id
  on conflict do nothing`;
