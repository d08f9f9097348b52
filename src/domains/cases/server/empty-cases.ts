import { sql } from 'kysely';
import { updateRefund } from '#domains/orders/server/index.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { keptSince } from '#platform/database/rules/kept-days.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { referFiles } from '#platform/files/server/index.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { orderCases } from '../contract/cases.ts';

/** Of a tenant in an hour. */
const PORTION = 2_000;

/** Words and photos of long ago, and those of customers who were erased, go; the applications are books and stay, without the words. */
export const emptyCases = defineSchedule({
  name: 'cases.empty',
  expression: '0 23 * * * *',
  missed: 'once',
  run: async (services) => {
    const tenants = await services.database.acrossTenants('empties cases of long ago', (db) =>
      db.selectFrom('order_case').select('tenant_id').distinct().where('emptied_at', 'is', null).execute(),
    );
    for (const { tenant_id } of tenants) await emptyOf(services, String(tenant_id));
  },
});

async function emptyOf(services: Services, tenantId: string): Promise<void> {
  const since = keptSince('order_case', services.clock.now());
  const { rows } = await services.database.read(
    tenantId,
    (db) =>
      sql<{ id: string; refund_id: string }>`
        select c.id, c.refund_id from order_case c
         where c.tenant_id = ${THIS_TENANT} and c.emptied_at is null
           and (c.asked_at < ${since} or exists (
             select from coffee_order o join customer p on p.tenant_id = o.tenant_id and p.id = o.customer_ref
              where o.tenant_id = ${THIS_TENANT} and o.order_no = c.order_no and p.erased_at is not null))
         limit ${PORTION}`.execute(db),
    'background',
  );
  for (const { id, refund_id } of rows) {
    await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, async (tx) => {
      await referFiles(tx, { kind: orderCases.name, id, field: 'photo' }, []);
      const empty = { words: '', photo: '', emptied_at: tx.now() };
      await tx.db.updateTable('order_case').set(empty).where('id', '=', id).execute();
      await updateRefund(tx.db, refund_id, { reason: '' });
      await tx.audit({ action: 'case:empty', objectKind: orderCases.name, objectId: id });
    });
  }
}
