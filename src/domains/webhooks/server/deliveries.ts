import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { deleteInBatches, PORTION } from '#platform/database/server/delete-in-batches.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { serveList } from '#platform/records/server/serve-records.ts';
import { DeliveryState, deliveries } from '../contract/deliveries.ts';
import type { DeliveryAttempt } from '../contract/endpoints.ts';
import { deliverJob } from '../contract/jobs.ts';
import { TEST_EVENT } from '../contract/public-events.ts';
import { webhooks } from '../contract/webhooks.ts';
import { addTrial } from './gather.ts';
import { attempt } from './send.ts';

export const deliveryList = serveList(deliveries, {});

/** Sends once more, with the id and the content that it had; one that waits goes at once. */
export async function replay(context: RequestContext, { ids }: { readonly ids: readonly string[] }) {
  const known = ids.filter(isUuid);
  if (known.length === 0) raise('webhook.nothing-to-send');
  const sent = await context.transaction(async (tx) => {
    const found = await tx.db
      .updateTable('webhook_delivery')
      .set((of) => ({
        ...{ state: DeliveryState.waiting, next_attempt_at: tx.now(), ended_at: null },
        ...{ round: of('round', '+', 1), attempts_before: of.ref('attempts') },
      }))
      .where('id', 'in', known)
      .where(sql<boolean>`exists (select from webhook where webhook.tenant_id = ${THIS_TENANT}
        and webhook.id = webhook_delivery.webhook_id and webhook.status = 1)`)
      .returning(['id', 'round'])
      .execute();
    if (found.length === 0) raise('webhook.nothing-to-send');
    for (const { id, round } of found) {
      await tx.enqueue(deliverJob, { deliveryId: id, round }, { key: `${id}/${round}` });
      await tx.audit({ action: 'webhook:replay', objectKind: deliveries.name, objectId: id });
    }
    return found.length;
  });
  return { sent };
}

export async function attemptsOf(context: RequestContext, { id }: { readonly id: string }) {
  if (!isUuid(id)) return { attempts: [] };
  const rows = await context.read((db) =>
    db.selectFrom('webhook_attempt').selectAll().where('delivery_id', '=', id).orderBy('number', 'desc').execute(),
  );
  const attempts: DeliveryAttempt[] = rows.map(({ number, at, duration_ms, status, error, answer }) => ({
    ...{ number, at: at.toISOString(), durationMs: duration_ms, status, error, answer },
  }));
  return { attempts };
}

/** Tried once, also where the receiver is switched off: to find out is what it is for. */
export async function sendTest(context: RequestContext, { id }: { readonly id: string }) {
  if (!isUuid(id)) raise(webhooks.notFound);
  const deliveryId = await context.transaction(async (tx) => {
    const receiver = await tx.db.selectFrom('webhook').select('secret').where('id', '=', id).executeTakeFirst();
    if (!receiver) raise(webhooks.notFound);
    if (receiver.secret === null) raise('webhook.no-secret');
    const facts = { webhookId: id, eventId: newId(), type: TEST_EVENT, at: tx.now().toISOString() };
    return addTrial(tx, { ...facts, data: { text: 'Hello / 你好' } });
  });
  const { services, tenantId } = context;
  const tried = await attempt(
    { services, tenantId, now: context.now, read: context.read, transaction: context.transaction },
    { deliveryId, round: 0 },
    { once: true },
  );
  return { deliveryId, attempt: tried ?? raise(webhooks.notFound) };
}

export const purgeDeliveries = defineSchedule({
  name: 'webhooks.purge-deliveries',
  expression: '0 35 4 * * *',
  missed: 'once',
  run: (services) =>
    deleteInBatches(services, 'deliveries to receivers of long ago', {
      deliveries: sql`
        delete from webhook_delivery where (tenant_id, id) in (
          select tenant_id, id from webhook_delivery where created_at < ${keptSince('webhook_delivery', services.clock.now())} limit ${PORTION})`,
    }),
});
