import type pg from 'pg';
import { expect, test } from 'vitest';
import { orderEndpoints } from '#domains/orders/contract/endpoints.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import { payments } from '#domains/payments/server/index.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { besideOwner } from '#platform/testing/beside-owner.ts';
import { until } from '#platform/testing/until.ts';
import { aKey, startTestTown, type TestShop, type TestTown } from './test-shop.ts';

// A job is never the only record of a duty (security 9.4): here jobs are lost or given up.
let town: TestTown;
let owner: pg.Client;
besideOwner(startTestTown, (started, connected) => {
  town = started;
  owner = connected;
});

const lookAfter = async () => {
  const { services } = town.server;
  const slot = new Date(services.clock.now().getTime() + 2 * 60_000);
  for (const schedule of payments.schedules ?? []) await schedule.run(services, slot);
};
const jobsOf = async (shop: TestShop) =>
  (
    await owner.query<{ name: string; state: string; singleton_key: string }>(
      "select name, state, singleton_key from pgboss.job where data->>'tenantId' = $1 and state in ('created', 'retry')",
      [shop.tenant.id],
    )
  ).rows;
const waitsForRetry = async (shop: TestShop, job: string): Promise<boolean> =>
  (await jobsOf(shop)).some(({ name, state }) => name === job && state === 'retry');
/** As when a job was given up after its last try. */
const loseJobs = (shop: TestShop) =>
  owner.query("delete from pgboss.job where data->>'tenantId' = $1 and state in ('created', 'retry')", [
    shop.tenant.id,
  ]);
/** Without its setting nobody can be asked; one that is only off still settles what it took. */
const loseSetting = (shop: TestShop) => shop.inside((tx) => tx.db.deleteFrom('payment_config').execute());
const accountOf = async (shop: TestShop): Promise<string> => {
  await shop.paidOrder();
  return town.provider.ledger(shop.secretKey).entries[0]!.account;
};
const refund = (shop: TestShop, orderNo: string) =>
  town.server.call(refundEndpoints.refund, { orderNo, amountMinor: 1_000, reason: 'cold' }, shop.staff);
const isReturned = async (shop: TestShop, orderNo: string) => (await shop.read(orderNo)).refundStatus === 102;

test('an attempt that nobody should pay any more is withdrawn although the job for it was given up', async () => {
  const shop = await town.openShop();
  const account = await accountOf(shop);
  const { orderNo } = await shop.order();
  await town.server.call(storefrontEndpoints.pay, { orderNo }, { ...shop.customer, headers: aKey() });
  await loseJobs(shop);
  // one of them may meet the webhook's question about the new attempt
  town.provider.faults.add({ kind: 'refuseCall', account, times: 2 });
  await town.server.call(storefrontEndpoints.cancel, { orderNo }, shop.customer);
  await until(() => waitsForRetry(shop, 'payments.cancel'));
  await loseJobs(shop);
  await lookAfter();
  const statusOf = async () =>
    (await town.server.call(orderEndpoints.payments, { orderNo }, shop.staff)).map(({ status }) => status);
  await town.until(async () => (await statusOf())[0] === 'cancelled');
});

test('a tenant with a long queue that it cannot settle keeps no other one waiting', async () => {
  const [stuck, other] = [await town.openShop(), await town.openShop()];
  const { orderNo } = await stuck.paidOrder();
  await loseSetting(stuck);
  await owner.query(
    `insert into payment_refund (tenant_id, refund_id, payment_id, amount_minor, currency, requested_at, changed_at)
     select tenant_id, gen_random_uuid(), id, 1, currency, now() - interval '1 day', now() - interval '1 day'
       from payment, generate_series(1, 520) where tenant_id = $1 and order_no = $2`,
    [stuck.tenant.id, orderNo],
  );
  const account = await accountOf(other);
  const sold = await other.paidOrder();
  town.provider.faults.add({ kind: 'refuseCall', of: 'refund', account });
  await refund(other, sold.orderNo);
  await until(() => waitsForRetry(other, 'payments.return-money'));
  await loseJobs(other);
  await lookAfter();
  await owner.query('delete from payment_refund where tenant_id = $1', [stuck.tenant.id]);
  await loseJobs(stuck);
  await town.until(() => isReturned(other, sold.orderNo));
}, 60_000);

test('a duty that waits for its next try is not taken up again and again', async () => {
  const shop = await town.openShop();
  const { orderNo } = await shop.paidOrder();
  await loseSetting(shop);
  await refund(shop, orderNo);
  for (let minute = 0; minute < 3; minute++) {
    await until(() => waitsForRetry(shop, 'payments.return-money'));
    await lookAfter();
  }
  const keys = (await jobsOf(shop))
    .filter(({ name }) => name === 'payments.return-money')
    .map((job) => job.singleton_key);
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(1);
});

test('a refund that the bank takes its time for is asked after less and less often', async () => {
  const shop = await town.openShop();
  const account = await accountOf(shop);
  const { orderNo } = await shop.paidOrder();
  town.provider.faults.add({ kind: 'pendingRefund', seconds: 3_600, account });
  await refund(shop, orderNo);
  await town.until(async () => (await jobsOf(shop)).some(({ name }) => name === 'payments.return-money'));
  await owner.query("update payment_refund set requested_at = now() - interval '10 hours' where tenant_id = $1", [
    shop.tenant.id,
  ]);
  await owner.query(
    "update pgboss.job set start_after = now() where name = 'payments.return-money' and data->>'tenantId' = $1",
    [shop.tenant.id],
  );
  const pause = async () =>
    (
      await owner.query<{ seconds: number }>(
        `select extract(epoch from start_after - now())::float8 as seconds from pgboss.job
          where name = 'payments.return-money' and state = 'created' and data->>'tenantId' = $1`,
        [shop.tenant.id],
      )
    ).rows[0]?.seconds ?? 0;
  await town.until(async () => (await pause()) > 1_800);
});

test('a refund of days ago is looked for before it is asked again: the provider has forgotten its key', async () => {
  const shop = await town.openShop();
  const account = await accountOf(shop);
  const { orderNo } = await shop.paidOrder();
  town.provider.faults.add({ kind: 'refuseCall', of: 'refund', account });
  const { id } = await refund(shop, orderNo);
  await until(() => waitsForRetry(shop, 'payments.return-money'));
  const [payment] = await town.server.call(orderEndpoints.payments, { orderNo }, shop.staff);
  // the answer was lost with a server, and the books go back to before it
  await fetch(`${town.provider.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ payment_intent: payment!.transactionNo!, amount: '1000', 'metadata[refundId]': id }),
  });
  await owner.query(
    "update payment_refund set last_error = null, requested_at = now() - interval '2 days' where tenant_id = $1",
    [shop.tenant.id],
  );
  await town.until(() => isReturned(shop, orderNo));
  const returned = town.provider.ledger(shop.secretKey).entries.filter(({ kind }) => kind === 'refund');
  expect(returned.map(({ amountMinor }) => amountMinor)).toEqual([1000]);
});
