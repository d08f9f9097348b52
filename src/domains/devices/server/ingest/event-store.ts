import type pg from 'pg';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import type { RobotEventData } from '#domains/devices/contract/messages.ts';
import { isClockSkewed } from '#domains/devices/rules/device-clock.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { IncomingReport } from './incoming.ts';
import type { RobotChange } from './robot-condition-store.ts';

export interface PlacedEvent {
  readonly incoming: IncomingReport;
  readonly data: RobotEventData;
  readonly ordinal: number;
  readonly ignored: boolean;
}

interface Fact {
  readonly name: string;
  readonly aggregate: string;
  readonly payload: string;
}

/**
 * Stores events once each, and in the same statement writes the fact for the slice that acts on it; a repeated event finds
 * itself in the inbox and does neither. Answers whether anything was told.
 */
export async function insertEvents(client: pg.PoolClient, events: readonly PlacedEvent[]): Promise<void> {
  const facts = events.map(factOf);
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
      facts.map((fact) => fact?.payload ?? null),
    ],
  });
}

/** What other slices act on. The rest is kept for people to read. */
function factOf({ incoming, data, ordinal, ignored }: PlacedEvent): Fact | undefined {
  if (ignored) return undefined;
  const { device, frame, receivedAt } = incoming;
  const payload = (report: unknown) =>
    JSON.stringify({
      robotId: device.robotId,
      imei: device.imei,
      session: frame.session,
      sessionOrdinal: ordinal,
      seq: frame.seq,
      receivedAt: receivedAt.toISOString(),
      deviceAt: frame.deviceAt.toISOString(),
      report,
    });
  switch (data.kind) {
    case 'order.step':
      return { name: deviceEvents.orderStepReported.name, aggregate: data.orderNo, payload: payload(data) };
    case 'material.refilled':
      return { name: deviceEvents.materialRefilled.name, aggregate: device.imei, payload: payload(data) };
    case 'fault':
      return { name: deviceEvents.faultReported.name, aggregate: device.imei, payload: payload(data) };
    case 'pos.network':
      return { name: deviceEvents.posNetworkReported.name, aggregate: device.imei, payload: payload(data) };
    default:
      return undefined;
  }
}

export async function publishPresenceChanges(client: pg.PoolClient, changes: readonly RobotChange[]): Promise<boolean> {
  const rows = changes.flatMap(({ device, folded }) =>
    folded.turns.map((turn) => ({
      tenant_id: device.tenantId,
      id: newId(),
      name: deviceEvents.presenceChanged.name,
      aggregate: device.imei,
      payload: { robotId: device.robotId, imei: device.imei, online: turn.online, reason: turn.reason, at: turn.at },
    })),
  );
  if (rows.length === 0) return false;
  await client.query({
    name: 'ingest-presence-facts',
    text: `insert into outbox (tenant_id, id, name, aggregate, payload)
           select * from jsonb_to_recordset($1::jsonb) as n(tenant_id bigint, id uuid, name text, aggregate text, payload jsonb)`,
    values: [JSON.stringify(rows)],
  });
  return true;
}

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
   order by n.tenant_id, n.imei, n.session, n.seq, n.fact_id`;
