import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { ALL } from './rental-sums.ts';

/** Adds up the differences that rentals have appended since the last run, for each cabinet and for all together. */
export const addUpRentalQuarters = defineSchedule({
  name: 'rentals.add-up-quarters',
  expression: '55 * * * * *',
  missed: 'once',
  run: async (services) => {
    const waiting = await services.database.acrossTenants('tenants whose sums of rentals have changed', (db) =>
      db.selectFrom('rental_quarter_delta').select('tenant_id').distinct().execute(),
    );
    for (const { tenant_id } of waiting)
      await services.database.write(String(tenant_id), (db) => mergeQuarters(db, Number(tenant_id)), 'background');
  },
});

/** One statement: a sum at the same time sees either the parts or their sum, and two runs take each part once. */
async function mergeQuarters(db: TenantDb, tenantId: number): Promise<void> {
  await sql`
    with taken as (
      delete from rental_quarter_delta where tenant_id = ${tenantId} returning *
    )
    insert into rental_quarter as kept
    select tenant_id, which.spot_id, which.cabinet_id, quarter, currency, sum(lent), sum(lent_rest), sum(closed), sum(closed_rest),
           sum(returned), sum(returned_seconds), sum(arrived), sum(ended), sum(fee_minor), sum(paid_minor), sum(refunded_minor),
           sum(not_lent)
      from taken cross join lateral (values (taken.spot_id, taken.cabinet_id), (${sql.lit(ALL)}::uuid, ${sql.lit(ALL)}::uuid))
        as which (spot_id, cabinet_id)
     group by tenant_id, which.spot_id, which.cabinet_id, quarter, currency
    on conflict (tenant_id, spot_id, cabinet_id, quarter, currency) do update
      set lent = kept.lent + excluded.lent, lent_rest = kept.lent_rest + excluded.lent_rest,
          closed = kept.closed + excluded.closed, closed_rest = kept.closed_rest + excluded.closed_rest,
          returned = kept.returned + excluded.returned, returned_seconds = kept.returned_seconds + excluded.returned_seconds,
          arrived = kept.arrived + excluded.arrived, ended = kept.ended + excluded.ended,
          fee_minor = kept.fee_minor + excluded.fee_minor, paid_minor = kept.paid_minor + excluded.paid_minor,
          refunded_minor = kept.refunded_minor + excluded.refunded_minor, not_lent = kept.not_lent + excluded.not_lent
  `.execute(db);
}
