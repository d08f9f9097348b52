import { sql } from 'kysely';
import { matchKept, openClose } from '#domains/daily-close/server/index.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { addDays, localDay, startOfDay } from '#platform/time/rules/local-day.ts';
import { addDemoDisputes } from './demo-disputes.ts';

const TENANTS = ['1000', '1001', '1002'];
const DAYS = 30;
/** The day that waits for somebody, counted back from today. */
const OPEN_DAY = 2;
const SIGNERS = { '1000': 'Ingrid Aasen', '1001': '王芳', '1002': 'Administrator' } as Readonly<Record<string, string>>;

/** The last 30 days, matched and signed off; one has two differences that nobody has looked at. Once for each tenant. */
export async function seedDemoDailyClose(services: Services): Promise<void> {
  for (const tenantId of TENANTS)
    await runTransaction(services, { tenantId, actor: SYSTEM_ACTOR, pool: 'background' }, async (tx) => {
      if (await tx.db.selectFrom('daily_close').select('id').limit(1).executeTakeFirst()) return;
      const account = await tx.db
        .selectFrom('payment_config')
        .select('id')
        .where('channel', '=', 'stripe')
        .orderBy('created_at')
        .limit(1)
        .executeTakeFirst();
      if (account) await closeDays(tx, tenantId, account.id);
    });
}

async function closeDays(tx: Transaction, tenantId: string, accountId: string): Promise<void> {
  const { time_zone } = await tx.db.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
  const today = localDay(tx.now(), time_zone);
  await keepEvidence(tx.db, accountId, startOfDay(addDays(today, -DAYS - 1), time_zone));
  await addDemoDisputes(tx.db, accountId, tx.now());
  for (let back = DAYS; back >= 1; back--) {
    const day = addDays(today, -back);
    const close = await openClose(tx, day);
    if (back === OPEN_DAY) await plant(tx.db, accountId, close);
    await matchKept(tx, close);
    const at = new Date(close.before.getTime() + (3 * 60 + 10) * 60_000);
    const runAt = at < tx.now() ? at : tx.now();
    await settle(tx, close, { isOpen: back === OPEN_DAY, runAt, signer: SIGNERS[tenantId] ?? 'Demo' });
  }
}

/** What the provider booked of the seeded month: the demo's provider began later. */
async function keepEvidence(db: TenantDb, accountId: string, from: Date): Promise<void> {
  await sql`
    update payment set provider_ref = 'pi_past' || currency || amount_minor || 'x' || substr(md5(id::text), 1, 18)
     where tenant_id = ${THIS_TENANT} and status = 'succeeded' and channel = 'stripe' and provider_ref is null and received_at >= ${from}`.execute(
    db,
  );
  await sql`
    insert into daily_close_entry (tenant_id, account_id, ref, kind, at, amount_minor, currency, settled_gross_minor,
           settled_fee_minor, settled_net_minor, settled_currency, payment_ref, payment_id, order_no)
    select p.tenant_id, ${accountId}::uuid, 'txn_' || substr(md5(p.id::text), 1, 18), 'charge',
           date_trunc('second', p.received_at), p.amount_minor, p.currency, p.amount_minor, f.fee, p.amount_minor - f.fee,
           p.currency, p.provider_ref, p.id::text, p.order_no
      from payment p cross join lateral (select round(p.amount_minor * 0.014)::bigint + 25 as fee) f
     where p.tenant_id = ${THIS_TENANT} and p.status = 'succeeded' and p.channel = 'stripe' and p.amount_minor > 0 and p.received_at >= ${from}`.execute(
    db,
  );
  await sql`
    insert into daily_close_entry (tenant_id, account_id, ref, kind, at, amount_minor, currency, settled_gross_minor,
           settled_fee_minor, settled_net_minor, settled_currency, payment_ref, refund_ref, order_no, refund_id)
    select p.tenant_id, ${accountId}::uuid, 'txn_' || substr(md5(r.refund_id::text), 1, 18), 'refund',
           date_trunc('second', r.changed_at), r.amount_minor, r.currency, -r.amount_minor, 0, -r.amount_minor, r.currency,
           p.provider_ref, r.provider_ref, p.order_no, r.refund_id::text
      from payment_refund r join payment p on p.tenant_id = r.tenant_id and p.id = r.payment_id
     where r.tenant_id = ${THIS_TENANT} and r.state = 'succeeded' and p.channel = 'stripe' and r.changed_at >= ${from}`.execute(
    db,
  );
}

interface Span {
  readonly id: string;
  readonly day: string;
  readonly from: Date;
  readonly before: Date;
}

/** A charge that no order knows, and money that somebody gave back at the provider's own page. */
async function plant(db: TenantDb, accountId: string, { from, before }: Span): Promise<void> {
  const paid = await db
    .selectFrom('payment')
    .select(['provider_ref', 'order_no', 'amount_minor', 'currency', 'received_at'])
    .where('status', '=', 'succeeded')
    .where('channel', '=', 'stripe')
    .where('order_kind', '=', 'coffee')
    .where('refunded_minor', '=', 0)
    .where('amount_minor', '>', 0)
    .where('received_at', '>=', from)
    .where('received_at', '<', before)
    .orderBy('received_at')
    .orderBy('id')
    .limit(2)
    .execute();
  const [one, other] = paid;
  if (!one || !other) return;
  const row = (ref: string, kind: 'charge' | 'refund', minor: number) => ({
    ...{ account_id: accountId, ref, kind, amount_minor: minor, currency: one.currency },
    ...{ settled_gross_minor: kind === 'charge' ? minor : -minor, settled_currency: one.currency },
    settled_net_minor: kind === 'charge' ? minor : -minor,
  });
  await db
    .insertInto('daily_close_entry')
    .values([
      {
        ...row('txn_demoStrange', 'charge', one.amount_minor),
        ...{ at: one.received_at ?? from, payment_ref: 'pi_demoStrange8Kq2' },
      },
      {
        ...row('txn_demoByHand', 'refund', other.amount_minor),
        ...{ at: other.received_at ?? from, payment_ref: other.provider_ref, refund_ref: 're_demoByHand4Tz7' },
        order_no: other.order_no,
      },
    ])
    .execute();
}

interface Settling {
  readonly isOpen: boolean;
  readonly runAt: Date;
  readonly signer: string;
}

/** What the month itself left behind was explained by somebody; all but one day are signed off the morning after. */
async function settle(tx: Transaction, close: Span, { isOpen, runAt, signer }: Settling): Promise<void> {
  const { db } = tx;
  await db
    .updateTable('daily_close_difference')
    .set({ state: 'accepted', reason: 'The customer got a voucher', settled_at: runAt, settled_by_name: signer })
    .where('close_id', '=', close.id)
    .where((eb) => (isOpen ? eb('subject', '<>', 'provider') : eb.val(true)))
    .execute();
  const signedAt = new Date(runAt.getTime() + 5 * 3_600_000);
  const isSigned = !isOpen;
  await db
    .updateTable('daily_close')
    .set({
      ...{ run_at: runAt, open_count: isOpen ? 2 : 0, state: isSigned ? 'signed' : 'open' },
      ...(isSigned ? { signed_by_name: signer, signed_at: signedAt < tx.now() ? signedAt : tx.now() } : {}),
    })
    .where('id', '=', close.id)
    .execute();
  await db.updateTable('daily_close_event').set({ at: runAt }).where('close_id', '=', close.id).execute();
  if (isSigned)
    await db
      .insertInto('daily_close_event')
      .values({
        ...{ id: newId(), close_id: close.id, at: signedAt < tx.now() ? signedAt : tx.now(), what: 'signed' },
        actor: signer,
      })
      .execute();
  // what the month left behind was told, and is explained by now
  if (isSigned)
    await db
      .updateTable('notice')
      .set({ settled_at: runAt })
      .where('key', '=', `daily-close/${close.day}`)
      .where('settled_at', 'is', null)
      .execute();
}
