import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { askUpload, lockCabinet } from './cabinet-store.ts';
import { openNotice } from './notice-store.ts';

const MINUTE_MS = 60_000;
/** Cabinets upload all by themselves every ten minutes (practice 9); one that did not is asked. */
const SILENT_MS = 11 * MINUTE_MS;
const ASK_AGAIN_MS = 10 * MINUTE_MS;
/** From here on somebody should look after the unit, whatever its fee plan says. */
const RENTED_LONG_MS = 72 * 60 * MINUTE_MS;
const AT_ONCE = 500;

/** A full upload that did not come is asked for. */
export const askUploads = defineSchedule({
  name: 'cabinets.ask-uploads',
  expression: '20 * * * * *',
  missed: 'skip',
  run: async (services) => {
    const now = services.clock.now();
    const due = await services.database.acrossTenants('cabinets that have not uploaded', (db) =>
      db
        .selectFrom('cabinet')
        .select(['tenant_id', 'id'])
        .where('online', '=', true)
        .where('retired_at', 'is', null)
        .where((where) =>
          where.and([
            where.or([
              where('uploaded_at', 'is', null),
              where('uploaded_at', '<', new Date(now.getTime() - SILENT_MS)),
            ]),
            where.or([
              where('upload_asked_at', 'is', null),
              where('upload_asked_at', '<', new Date(now.getTime() - ASK_AGAIN_MS)),
            ]),
          ]),
        )
        .orderBy('tenant_id')
        .orderBy('id')
        .limit(AT_ONCE)
        .execute(),
    );
    for (const { tenant_id, id } of due)
      await inTenant(services, tenant_id, async (tx) => {
        const cabinet = await lockCabinet(tx.db, id);
        if (cabinet) await askUpload(tx, cabinet);
      });
  },
});

/** Units that customers have had for three days get a notice (settled 63). */
export const noticeLongRentals = defineSchedule({
  name: 'cabinets.long-rentals',
  expression: '40 */10 * * * *',
  missed: 'once',
  run: async (services) => {
    const before = new Date(services.clock.now().getTime() - RENTED_LONG_MS);
    const due = await services.database.acrossTenants('units that are rented for long', (db) =>
      db
        .selectFrom('power_bank as u')
        .select(['u.tenant_id', 'u.serial', 'u.cabinet_id', 'u.order_no'])
        .where('u.state', '=', 'rented')
        .where('u.state_since', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('power_bank_notice as n')
                .select('n.id')
                .whereRef('n.tenant_id', '=', 'u.tenant_id')
                .whereRef('n.serial', '=', 'u.serial')
                .where('n.kind', '=', 'rented_long')
                .whereRef('n.opened_at', '>', 'u.state_since'),
            ),
          ),
        )
        .orderBy('u.tenant_id')
        .orderBy('u.serial')
        .limit(AT_ONCE)
        .execute(),
    );
    for (const { tenant_id, serial, cabinet_id, order_no } of due)
      await inTenant(services, tenant_id, (tx) =>
        openNotice(tx, { serial, kind: 'rented_long', cabinetId: cabinet_id, orderNo: order_no }),
      );
  },
});

const inTenant = (
  services: Services,
  tenantId: number,
  work: Parameters<typeof runTransaction<void>>[2],
): Promise<void> =>
  runTransaction(services, { tenantId: String(tenantId), actor: SYSTEM_ACTOR, pool: 'background' }, work);
