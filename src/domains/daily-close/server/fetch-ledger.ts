import { findLedgerAccounts, type LedgerEntry, type LedgerHold, openLedger } from '#domains/payments/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { JobContext } from '#platform/jobs/server/define-job.ts';
import { dailyCloses } from '../contract/closes.ts';
import type { StoredClose } from './close-store.ts';

type List = 'entries' | 'holds';

/**
 * Reads the provider's lists of the day into the evidence, page by page. Each page and the place to go on from are one transaction: a
 * run that broke off goes on there, and a page that is read twice changes nothing.
 */
export async function fetchLedger(context: JobContext, close: StoredClose): Promise<void> {
  const { accounts, lends } = await context.read(async (db) => ({
    accounts: await findLedgerAccounts(db, close),
    lends: await everHeld(db),
  }));
  for (const account of accounts) {
    const ledger = await openLedger(context.services, context.tenantId, account.id);
    const lists: readonly List[] = lends ? ['entries', 'holds'] : ['entries'];
    for (const list of lists) {
      for (;;) {
        const at = await context.read((db) => placeOf(db, close.id, account.id, list));
        if (at?.done) break;
        const cursor = at?.cursor ?? null;
        const page = list === 'entries' ? await ledger.entries(close, cursor) : await ledger.holds(close, cursor);
        const rows =
          list === 'entries'
            ? (page.rows as readonly LedgerEntry[]).map(entryRow)
            : (page.rows as readonly LedgerHold[]).map(holdRow);
        await keepPage(context, close, { accountId: account.id, list, cursor, next: page.next, rows });
      }
    }
  }
}

/** A tenant that never held a deposit has no holds to look for. */
async function everHeld(db: TenantDb): Promise<boolean> {
  const row = await db.selectFrom('rental_order').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

function placeOf(db: TenantDb, closeId: string, accountId: string, list: List) {
  return db
    .selectFrom('daily_close_fetch')
    .select(['cursor', 'done'])
    .where('close_id', '=', closeId)
    .where('account_id', '=', accountId)
    .where('list', '=', list)
    .executeTakeFirst();
}

type EvidenceRow = ReturnType<typeof entryRow> | ReturnType<typeof holdRow>;

interface FetchedPage {
  readonly accountId: string;
  readonly list: List;
  readonly cursor: string | null;
  readonly next: string | null;
  readonly rows: readonly EvidenceRow[];
}

async function keepPage(
  context: JobContext,
  close: StoredClose,
  { accountId, list, cursor, next, rows }: FetchedPage,
): Promise<void> {
  await context.transaction(async (tx) => {
    // a hold is no booking: what is held no more must not stay
    if (list === 'holds' && cursor === null)
      await tx.db
        .deleteFrom('daily_close_entry')
        .where('account_id', '=', accountId)
        .where('kind', '=', 'hold')
        .where('at', '>=', close.from)
        .where('at', '<', close.before)
        .execute();
    if (rows.length > 0)
      await tx.db
        .insertInto('daily_close_entry')
        .values(rows.map((row) => ({ ...row, account_id: accountId })))
        .onConflict((conflict) => conflict.columns(['tenant_id', 'account_id', 'ref']).doNothing())
        .execute();
    const place = { cursor: next, done: next === null };
    await tx.db
      .insertInto('daily_close_fetch')
      .values({ close_id: close.id, account_id: accountId, list, ...place, rows: rows.length })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'close_id', 'account_id', 'list'])
          .doUpdateSet((eb) => ({ ...place, rows: eb('daily_close_fetch.rows', '+', rows.length) })),
      )
      .execute();
    await tx.live({ kind: dailyCloses.name, id: close.id, permission: dailyCloses.permission('view') });
  });
}

const entryRow = (entry: LedgerEntry) => ({
  ...{ ref: entry.ref, kind: entry.kind as string, at: entry.at, amount_minor: entry.amountMinor },
  ...{ currency: entry.currency, payment_ref: entry.paymentRef, refund_ref: entry.refundRef },
  ...{ payment_id: entry.paymentId, order_no: entry.orderNo, refund_id: entry.refundId },
  dispute_ref: entry.disputeRef,
  ...{ settled_gross_minor: entry.settled.grossMinor, settled_fee_minor: entry.settled.feeMinor },
  ...{ settled_net_minor: entry.settled.netMinor, settled_currency: entry.settled.currency },
});

const holdRow = (hold: LedgerHold) => ({
  ...{ ref: `hold:${hold.paymentRef}`, kind: 'hold', at: hold.at, amount_minor: hold.amountMinor },
  ...{ currency: hold.currency, payment_ref: hold.paymentRef, payment_id: hold.paymentId, order_no: hold.orderNo },
});
