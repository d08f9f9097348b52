import { sql } from 'kysely';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { defineSchedule } from '#platform/jobs/server/define-job.ts';
import { ENDING_KINDS } from '../rules/repair.ts';
import { cancelRental } from './eject-for.ts';
import { buy } from './end-rental.ts';
import { performMove } from './move-rental.ts';
import { holdAgain } from './rental-money.ts';
import { lockRental, type Rental } from './rental-store.ts';
import { hasWaiting } from './repair-store.ts';

/** A unit that may be back is not sold before that is decided. */
const MAY_BE_BACK = sql`exists (select from rental_repair r where r.tenant_id = rental_order.tenant_id
  and r.order_no = rental_order.order_no and r.state = 'waiting' and r.kind in (${sql.join(ENDING_KINDS)}))`;

const MINUTE_MS = 60_000;
const AT_ONCE = 500;
/** Money that is not held by then is not wanted any more. */
const HOLD_WAITS_MS = 15 * MINUTE_MS;
/** Practice 8.5: an eject that nobody confirmed becomes status 7. */
const EJECT_WAITS_MS = 10 * MINUTE_MS;
/** Holds last five days at least (practice 3.1). */
const HOLD_LASTS_MS = 4 * 86_400_000;

interface Due {
  readonly tenant_id: string;
  readonly order_no: string;
}

/** What time alone does to rentals; each in a transaction of its own, decided again under its lock. */
export const rentalTimers = defineSchedule({
  name: 'rentals.timers',
  expression: '20 * * * * *',
  missed: 'once',
  run: async (services, slot) => {
    let failure: unknown;
    for (const { tenant_id, order_no } of await findDue(services, slot)) {
      try {
        await runTransaction(services, { tenantId: tenant_id, actor: SYSTEM_ACTOR, pool: 'background' }, async (tx) => {
          const rental = await lockRental(tx.db, order_no);
          if (rental) await passTime(tx, rental, slot);
        });
      } catch (error) {
        failure ??= error;
        services.log.error({ err: error, tenantId: tenant_id, orderNo: order_no }, 'time of a rental did not pass');
      }
    }
    if (failure) throw failure;
  },
});

async function passTime(tx: Transaction, rental: Rental, now: Date): Promise<void> {
  const waitedMs = now.getTime() - (rental.askedAt ?? rental.createdAt).getTime();
  const { step, status } = rental.state;
  if (step === 'holding' && waitedMs >= HOLD_WAITS_MS) await cancelRental(tx, rental, 'payment-expired');
  else if (step === 'ejecting' && status === 0 && waitedMs >= EJECT_WAITS_MS)
    await performMove(tx, rental, 'unanswered', { what: 'unanswered', source: 'system', change: { review: true } });
  else if (step === 'out' && rental.purchaseAt !== null && rental.purchaseAt < now) {
    if (!(await hasWaiting(tx.db, rental.orderNo, ENDING_KINDS))) await buy(tx, rental, now);
  } else if (step === 'out') await holdAgain(tx, rental);
}

function findDue({ database }: Services, now: Date): Promise<readonly Due[]> {
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  return database.acrossTenants('rentals whose time has come', async (db) => {
    const { rows } = await sql<Due>`
      (select tenant_id::text, order_no from rental_order
        where step = 'holding' and asked_at <= ${before(HOLD_WAITS_MS)} order by asked_at limit ${AT_ONCE})
      union all
      (select tenant_id::text, order_no from rental_order
        where step = 'ejecting' and status = 0 and asked_at <= ${before(EJECT_WAITS_MS)} order by asked_at limit ${AT_ONCE})
      union all
      (select tenant_id::text, order_no from rental_order
        where step = 'out' and purchase_at < ${now} and not ${MAY_BE_BACK} order by purchase_at limit ${AT_ONCE})
      union all
      (select o.tenant_id::text, o.order_no from rental_order o
        where o.step = 'out' and (o.purchase_at is null or o.purchase_at >= ${now})
          and exists (select from payment p where p.tenant_id = o.tenant_id and p.rental_order_no = o.order_no
                       and p.purpose = 'deposit' and p.channel <> 'sandbox' and p.held_minor > 0
                       and p.status = 'held' and p.withdrawn_at is null and p.held_at <= ${before(HOLD_LASTS_MS)})
          and not exists (select from payment p where p.tenant_id = o.tenant_id and p.rental_order_no = o.order_no
                           and p.purpose = 'deposit' and p.requested_at > ${before(86_400_000)})
        limit ${AT_ONCE})`.execute(db);
    return rows;
  });
}
