import { sql } from 'kysely';
import type { KnockingDevice, KnockingPage, KnockingRequest } from '#domains/fleet/contract/endpoints.ts';
import { isAddress, refusalKind } from '#domains/fleet/rules/refusal.ts';
import { visibleSpots } from '#domains/robots/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { likeText, toPage } from '#platform/database/server/page.ts';

interface Row {
  imei: string;
  reason: string;
  count: number;
  first_at: Date;
  last_at: Date;
  topic: string;
  payload: Buffer;
  robot_id: string | null;
  robot_name: string | null;
  retired: boolean;
  cabinet_name: string | null;
  total: number;
}

/**
 * Refused messages by device and reason, the newest first. People see those of their tenant's devices, retired ones too; what nobody
 * knows belongs to the administrator (security 10.4).
 */
export function pageQuarantinedDevices(context: RequestContext, request: KnockingRequest): Promise<KnockingPage> {
  const tenant = Number(context.tenantId);
  const visible = visibleSpots(context.actor);
  const { pageNo, pageSize, keyword } = request;
  const seen = context.actor.isRoot
    ? sql`(q.tenant_id = ${tenant} or q.tenant_id is null)`
    : visible === null
      ? sql`(q.tenant_id = ${tenant} or (q.tenant_id is null and (r.id is not null or c.id is not null)))`
      : sql`coalesce(q.tenant_id, ${tenant}) = ${tenant} and coalesce(r.spot_id, c.spot_id) = any(${[...visible]}::uuid[])`;
  const named = keyword ? sql`and q.imei ilike ${`%${likeText(keyword)}%`}` : sql``;
  return context.services.database.acrossTenants(
    'devices of one tenant that were refused',
    async (db) => {
      const { rows } = await sql<Row>`
        select q.imei, q.reason, count(*)::integer as count, min(q.received_at) as first_at, max(q.received_at) as last_at,
               (array_agg(q.topic order by q.received_at desc))[1] as topic,
               (array_agg(q.payload order by q.received_at desc))[1] as payload,
               r.id as robot_id, r.name as robot_name, r.retired_at is not null as retired, c.name as cabinet_name,
               (count(*) over ())::integer as total
          from device_quarantine q
          left join robot r on r.tenant_id = ${tenant} and r.imei = q.imei
          left join cabinet c on c.tenant_id = ${tenant} and c.imei = q.imei
         where ${seen} ${named}
         group by q.imei, q.reason, r.id, r.name, r.retired_at, c.name
         order by last_at desc, q.imei, q.reason
         limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(db);
      return toPage(rows.map(toDevice), rows[0]?.total ?? 0, request);
    },
    'interactive',
  );
}

function toDevice(row: Row): KnockingDevice {
  const said = row.payload.toString('utf8').slice(0, 200).toWellFormed();
  const fromDoor = isAddress(row.reason);
  return {
    id: `${row.imei}/${row.reason}`,
    imei: row.imei,
    why: refusalKind(row.reason, row.retired),
    reason: row.reason,
    count: row.count,
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    topic: row.topic,
    address: fromDoor ? said : null,
    excerpt: fromDoor ? '' : said,
    cabinet: row.cabinet_name === null ? null : { name: row.cabinet_name },
    robot: row.robot_id === null ? null : { id: row.robot_id, name: row.robot_name ?? row.imei, retired: row.retired },
  };
}
