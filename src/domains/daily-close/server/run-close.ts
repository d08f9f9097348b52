import { ProviderForbids, ProviderUnreachable } from '#domains/payments/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { defineJob, type JobContext } from '#platform/jobs/server/define-job.ts';
import { isPassing } from '#platform/problems/server/is-passing.ts';
import { Problem } from '#platform/problems/server/raise.ts';
import { notify, settleNotice } from '#system/notices/server/index.ts';
import { closeDayPage } from '../contract/addresses.ts';
import { dailyCloses } from '../contract/closes.ts';
import type { CloseFailure } from '../contract/codes.ts';
import type { SheetLine } from '../contract/endpoints.ts';
import { runClose } from '../contract/jobs.ts';
import { closeDifferencesNotice, closeFailedNotice } from '../contract/notices.ts';
import type { DayFacts, Matched, Timing } from '../rules/facts.ts';
import { matchDay } from '../rules/match-day.ts';
import { askProvider } from './ask-provider.ts';
import { lockClose, noteEvent, replaceLines, type StoredClose, updateClose } from './close-store.ts';
import { correctSigned } from './correct-signed.ts';
import { countOpen, reconcile } from './difference-store.ts';
import {
  bookedOf,
  disputesOf,
  heldOf,
  orderNosOf,
  ordersOf,
  paymentsOf,
  refundsOf,
  rentalsOf,
  straysOf,
} from './facts-store.ts';
import { fetchLedger } from './fetch-ledger.ts';
import { readSheet } from './sheet-store.ts';

/** Kept on the day; the rest is in the books themselves. */
const MOST_TIMING = 500;
const noticeOf = (day: string): string => `daily-close/${day}`;
const audience = { permission: dailyCloses.permission('view'), spotId: null };

/** Delivered at least once: a run that broke off goes on with the next page, and one that was done begins nothing. */
export const runCloseJob = defineJob(runClose, async (context, { closeId }) => {
  const close = await context.transaction(async (tx) => {
    const found = await lockClose(tx.db, { id: closeId });
    return found?.state === 'running' ? found : undefined;
  });
  if (!close) return;
  try {
    await fetchLedger(context, close);
    await context.transaction((tx) => updateClose(tx, close.id, { step: 'matching' }));
    const facts = await gather(context, close);
    const matched = matchDay(facts);
    await context.transaction((tx) => finish(tx, close, matched));
  } catch (error) {
    if (isPassing(error)) throw error;
    const failure = failureOf(error);
    await context.transaction((tx) => fail(tx, close, failure));
    // what passes by itself is tried again by the queue, from the page where it broke off
    if (failure !== 'provider_keys') throw error;
  }
});

/** An account that is gone, or has no keys any more. */
const WITHOUT_KEYS = 'payment.channel-not-available';

function failureOf(error: unknown): CloseFailure {
  if (error instanceof ProviderUnreachable) return 'provider_away';
  if (error instanceof ProviderForbids || (error instanceof Problem && error.code === WITHOUT_KEYS))
    return 'provider_keys';
  return 'broken';
}

/** Reads all sides of the day, and asks the provider for what its book of the day does not have. */
async function gather(context: JobContext, close: StoredClose): Promise<DayFacts> {
  const known = await context.read((db) => readFacts(db, close, context.now()));
  const { asked, held } = await askProvider(context, known);
  return { ...known, asked, held: [...known.held, ...held] };
}

async function readFacts(db: TenantDb, close: StoredClose, now: Date) {
  const orderNos = await orderNosOf(db, close);
  const payments = await paymentsOf(db, orderNos);
  const refs = payments.flatMap(({ ref }) => (ref === null ? [] : [ref]));
  return {
    day: { from: close.from, before: close.before },
    payments,
    refunds: await refundsOf(db, orderNos),
    disputes: await disputesOf(db, orderNos),
    booked: await bookedOf(db, close, refs),
    held: await heldOf(db, close),
    orders: await ordersOf(db, orderNos, close, now),
    strays: await straysOf(db, close),
    rentals: await rentalsOf(db, orderNos),
  };
}

/** Matches a day by what is kept of it, and asks nobody: for days of the past whose evidence is whole, and that correct no other one. */
export async function matchKept(tx: Transaction, close: StoredClose): Promise<void> {
  const facts = await readFacts(tx.db, close, tx.now());
  await finish(tx, close, matchDay({ ...facts, asked: { payments: new Map(), refunds: new Map() } }), 0);
}

async function finish(tx: Transaction, { id }: StoredClose, matched: Matched, known?: number): Promise<void> {
  const close = await lockClose(tx.db, { id });
  if (close?.state !== 'running') return;
  await reconcile(tx, close, matched.differences);
  const lines = [...(await readSheet(tx.db, close)), ...matched.sums.map(toLine)];
  await replaceLines(tx, id, lines);
  const openCount = await countOpen(tx.db, id);
  const corrections = known ?? (await correctSigned(tx, close));
  const { currency } = await tx.db
    .selectFrom('daily_close')
    .select('currency')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const sold = lines.filter(({ section, key }) => section === 'sales' && key === 'orders');
  await updateClose(tx, id, {
    ...{ state: 'open', step: 'done', failure: null, run_at: tx.now(), open_count: openCount },
    ...{ found_count: matched.differences.length, correction_count: corrections },
    order_count: sold.reduce((sum, { number }) => sum + number, 0),
    sales_minor: sold.find((line) => line.currency === currency)?.amountMinor ?? 0,
    timing: JSON.stringify(matched.timing.slice(0, MOST_TIMING).map(asStored)),
  });
  await noteEvent(tx, id, 'run', { found: matched.differences.length, open: openCount });
  await notifyDifferences(tx, close.day, openCount);
}

const toLine = ({ key, currency, number, amountMinor }: Matched['sums'][number]): SheetLine => ({
  ...{ section: 'match', key, currency, number, amountMinor, baseMinor: 0 },
});

const asStored = (timing: Timing) => ({
  ...timing,
  ourAt: timing.ourAt?.toISOString() ?? null,
  theirAt: timing.theirAt?.toISOString() ?? null,
});

/** People are told once while something is open, and no more once nothing is. */
export async function notifyDifferences(tx: Transaction, day: string, openCount: number): Promise<void> {
  const key = noticeOf(day);
  await settleNotice(tx, `${key}/failed`);
  if (openCount === 0) return settleNotice(tx, key);
  await notify(tx, closeDifferencesNotice, {
    ...{ to: audience, params: { day, count: openCount }, path: closeDayPage(day), key },
  });
}

async function fail(tx: Transaction, { id, day }: StoredClose, failure: CloseFailure): Promise<void> {
  const close = await lockClose(tx.db, { id });
  if (close?.state !== 'running') return;
  // while the queue tries again it is on its way
  const state = failure === 'provider_keys' ? 'failed' : 'running';
  await updateClose(tx, id, { state, failure, run_at: tx.now() });
  if (state === 'failed')
    await notify(tx, closeFailedNotice, {
      ...{ to: audience, params: { day }, path: closeDayPage(day), key: `${noticeOf(day)}/failed` },
    });
}
