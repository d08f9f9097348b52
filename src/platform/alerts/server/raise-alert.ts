import { sql } from 'kysely';
import { Counter } from 'prom-client';
import type { Services } from '#platform/context/server/services.ts';
import { newId } from '#platform/ids/server/new-id.ts';

export interface Alert {
  /** Such as `request.denied-often`. */
  readonly kind: string;
  readonly tenantId: string;
  /** What it is about: the same kind and subject is raised once within the window, over all servers. */
  readonly subject: string;
  readonly windowMs: number;
  readonly address: string;
  readonly detail: Readonly<Record<string, string | number | null>>;
}

/** Writes the security event, the metric and the log line, once; answers whether it was this call that raised it. */
export async function raiseAlertOnce(services: Services, alert: Alert): Promise<boolean> {
  const { kind, tenantId, subject } = alert;
  const at = services.clock.now();
  const isFirst = await services.database.acrossTenants('alerts are kept beside the tenants', async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${tenantId} ${subject}`}, 0))`.execute(db);
    const raised = await db
      .selectFrom('security_event')
      .select('id')
      .where('kind', '=', kind)
      .where('tenant_id', '=', Number(tenantId))
      .where('at', '>', new Date(at.getTime() - alert.windowMs))
      .where(sql`detail->>'subject'`, '=', subject)
      .executeTakeFirst();
    if (raised) return false;
    await db
      .insertInto('security_event')
      .values({
        id: newId(),
        at,
        kind,
        tenant_id: Number(tenantId),
        address: alert.address,
        detail: JSON.stringify({ ...alert.detail, subject }),
      })
      .execute();
    return true;
  });
  if (!isFirst) return false;
  services.log.warn({ alert: kind, tenantId, subject, ...alert.detail }, 'alert');
  alertCounter(services).inc({ kind });
  return true;
}

/** There from the start, so that its first count is a rise too. */
export function alertCounter({ metrics }: Pick<Services, 'metrics'>): Counter<'kind'> {
  const name = 'security_alerts_total';
  return (
    (metrics.getSingleMetric(name) as Counter<'kind'> | undefined) ??
    new Counter({ name, help: 'Security alerts by their kind', labelNames: ['kind'], registers: [metrics] })
  );
}
