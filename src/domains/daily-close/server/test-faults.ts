import { sql } from 'kysely';
import Stripe from 'stripe';
import type { TestShop, TestTown } from '#domains/orders/server/test-shop.ts';
import { refundEndpoints } from '#domains/refunds/contract/endpoints.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { DifferenceKind } from '../contract/codes.ts';

/** A zone in which it is about midday now: the orders of a test then are of one day. */
export function middayZone(now = new Date()): string {
  const hours = now.getUTCHours() - 12;
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '+' : '-'}${Math.abs(hours)}`;
}

/** Somebody at the provider's own page: calls that our product does not make. */
export const atProvider = (town: TestTown, shop: TestShop): Stripe => {
  const { hostname, port } = new URL(town.provider.url);
  return new Stripe(shop.secretKey, { host: hostname, port: Number(port), protocol: 'http', telemetry: false });
};

/** What happens at the provider while it does not know our address. */
async function unheard<T>({ stripe, town, shop }: Stage, work: () => Promise<T>): Promise<T> {
  const [endpoint] = (await stripe.webhookEndpoints.list()).data;
  await stripe.webhookEndpoints.del(endpoint!.id);
  try {
    return await work();
  } finally {
    const { secretKey, webhookSecret } = shop;
    town.provider.addAccount({ secretKey, webhookSecret, webhookUrl: endpoint!.url });
  }
}

/** What stands behind the faults and the sound traffic of a day. */
export interface Stage {
  readonly town: TestTown;
  readonly shop: TestShop;
  readonly stripe: Stripe;
  /** Paid and made. */
  sold(quantity?: number): Promise<string>;
  charge(amount: number, metadata?: Record<string, string>, more?: object): Promise<Stripe.PaymentIntent>;
  /** As if nobody had ever told us of the money. */
  forget(orderNo: string, payment: 'failed' | 'cancelled' | 'succeeded'): Promise<void>;
  refOf(orderNo: string): Promise<{ id: string; ref: string; serialNo: string }>;
}

export function openStage(town: TestTown, shop: TestShop): Stage {
  const stripe = atProvider(town, shop);
  const inside = shop.inside;
  return {
    town,
    shop,
    stripe,
    sold: async (quantity = 1) => {
      const { orderNo } = await shop.paidOrder([{ goodsId: shop.latteId, quantity }]);
      await shop.robotSays(orderNo, { event: 2251, step: 1 });
      await shop.robotSays(orderNo, { event: 2301, step: 2 });
      return orderNo;
    },
    charge: (amount, metadata = {}, more = {}) =>
      stripe.paymentIntents.create({
        ...{ amount, currency: 'nok', confirm: true, payment_method: 'pm_card_visa', metadata },
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        ...more,
      }),
    forget: async (orderNo, status) => {
      // what the provider tells of the payment must have come before it is forgotten
      await town.until(() => town.provider.webhooksWaiting() === 0);
      await town.server.runDue();
      await inside(async ({ db }) => {
        await db.updateTable('payment').set({ status }).where('order_no', '=', orderNo).execute();
        await db
          .updateTable('coffee_order')
          .set({ status: 1, step: 0, paid_minor: 0, paid_at: null, payment_serial_no: null, pickup_code: null })
          .where('order_no', '=', orderNo)
          .execute();
        await db
          .updateTable('order_drink')
          .set({ step: 0, finished_at: null, started_at: null })
          .where('order_no', '=', orderNo)
          .execute();
      });
    },
    refOf: (orderNo) =>
      inside(async ({ db }) => {
        const row = await db
          .selectFrom('payment')
          .select(['id', 'provider_ref', 'serial_no'])
          .where('order_no', '=', orderNo)
          .where('status', '=', 'succeeded')
          .executeTakeFirstOrThrow();
        return { id: row.id, ref: row.provider_ref ?? '', serialNo: row.serial_no };
      }),
  };
}

/** An order like another one, with its lines and cups, and with no payment. */
async function copyOrder({ shop }: Stage, orderNo: string): Promise<string> {
  const copy = String(BigInt(orderNo) + 50_000n + BigInt(Math.floor(Math.random() * 40_000)));
  await shop.inside(async ({ db }) => {
    for (const table of ['coffee_order', 'order_line', 'order_drink'] as const) {
      const { rows } = await sql<{ name: string }>`
        select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
           and attgenerated = ''`.execute(db);
      const names = rows.map(({ name }) => name);
      const values = names.map((name) =>
        name === 'order_no'
          ? sql`${copy}::text`
          : name === 'payment_serial_no' || name === 'pickup_code'
            ? sql`null`
            : sql.ref(name),
      );
      await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
        select ${sql.join(values)} from ${sql.table(table)} where order_no = ${orderNo}`.execute(db);
    }
  });
  return copy;
}

const addPayment = (
  { shop }: Stage,
  payment: { orderNo: string; ref: string | null; attempt?: number; amountMinor?: number },
): Promise<string> =>
  shop.inside(async (tx) => {
    const { orderNo, ref, attempt = 1, amountMinor = 4_500 } = payment;
    const id = newId();
    await tx.db
      .insertInto('payment')
      .values({
        ...{ id, serial_no: `P${orderNo}0${attempt}`, order_no: orderNo, attempt, channel: 'stripe' },
        ...{ status: 'succeeded', amount_minor: amountMinor, currency: 'NOK', idempotency_key: `pay:${id}` },
        ...{ provider_ref: ref, requested_at: tx.now(), received_at: tx.now() },
      })
      .execute();
    return id;
  });

/** A refund by staff that has come back to the customer. */
async function refunded(stage: Stage, orderNo: string, amountMinor: number): Promise<string> {
  const { town, shop } = stage;
  await town.server.call(
    refundEndpoints.refund,
    { orderNo, amountMinor, reason: 'Cold' },
    { ...shop.staff, headers: { 'idempotency-key': newId() } },
  );
  await town.until(async () => (await shop.read(orderNo)).refundStatus === 102);
  return shop.inside(async ({ db }) => {
    const row = await db
      .selectFrom('order_refund')
      .select('id')
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow();
    return row.id;
  });
}

interface Rented {
  readonly feeMinor: number | null;
  readonly step?: 'over' | 'cancelled' | 'out';
  readonly left?: boolean;
  /** What the provider holds, and what it took of it. */
  readonly holdMinor?: number;
  readonly takenMinor?: number;
  readonly ours?: 'held' | 'succeeded' | 'cancelled';
  readonly letGo?: boolean;
}

let rentals = 0;

/** A rental with its hold at the provider, as the books would have it. */
export async function rented(stage: Stage, given: Rented): Promise<string> {
  const { feeMinor, step = 'over', left = true, holdMinor = 3_000, takenMinor = 0, ours, letGo = false } = given;
  rentals += 1;
  const orderNo = `R${String(Date.now()).slice(-8)}${String(rentals).padStart(4, '0')}`;
  const paymentId = newId();
  const intent =
    ours === undefined
      ? undefined
      : await stage.charge(holdMinor, { paymentId, orderNo }, { capture_method: 'manual' });
  if (intent && takenMinor > 0) await stage.stripe.paymentIntents.capture(intent.id, { amount_to_capture: takenMinor });
  if (intent && letGo) await stage.stripe.paymentIntents.cancel(intent.id);
  await stage.shop.inside(async (tx) => {
    const now = tx.now();
    const isOut = step === 'out';
    await tx.db
      .insertInto('rental_order')
      .values({
        ...{ id: newId(), order_no: orderNo, status: isOut ? 1 : 4, step, serial: left ? `U${rentals}` : null },
        ...{ cabinet_id: newId(), cabinet_imei: 'CAB00000001', plan: JSON.stringify({}), currency: 'NOK' },
        ...{ deposit_minor: 3_000, fee_minor: feeMinor, paid_minor: takenMinor, created_at: now, changed_at: now },
        ...{ started_at: left ? now : null, ended_at: isOut ? null : now },
      })
      .execute();
    if (intent)
      await tx.db
        .insertInto('payment')
        .values({
          ...{ id: paymentId, serial_no: `P${orderNo}01`, order_no: orderNo, attempt: 1, channel: 'stripe' },
          ...{ status: ours ?? 'held', amount_minor: ours === 'succeeded' ? takenMinor : holdMinor, currency: 'NOK' },
          ...{ idempotency_key: `pay:${orderNo}:1`, provider_ref: intent.id, requested_at: now, received_at: now },
          ...{ order_kind: 'rental', purpose: 'deposit', held_minor: holdMinor, held_at: now },
        })
        .execute();
  });
  return orderNo;
}

export interface Fault {
  readonly name: string;
  readonly kind: DifferenceKind;
  /** Answers the number that the difference is about: of an order, a rental, or at the provider. */
  readonly plant: (stage: Stage) => Promise<string>;
}

/** What goes wrong between three books, each as it happens. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'a webhook that never came',
    kind: 'paid_not_recorded',
    plant: async (stage) => {
      const orderNo = (await stage.shop.paidOrder()).orderNo;
      await stage.forget(orderNo, 'failed');
      return orderNo;
    },
  },
  {
    name: 'a payment that was withdrawn and paid all the same',
    kind: 'paid_not_recorded',
    plant: async (stage) => {
      const orderNo = (await stage.shop.paidOrder()).orderNo;
      await stage.forget(orderNo, 'cancelled');
      return orderNo;
    },
  },
  {
    name: 'a payment that its order never heard of',
    kind: 'paid_not_recorded',
    plant: async (stage) => {
      const orderNo = (await stage.shop.paidOrder()).orderNo;
      await stage.forget(orderNo, 'succeeded');
      return orderNo;
    },
  },
  {
    name: 'a charge that nobody knows',
    kind: 'paid_not_recorded',
    plant: async (stage) => (await stage.charge(7_700)).id,
  },
  {
    name: 'a charge beside the one that paid the order',
    kind: 'double_charge',
    plant: async (stage) => (await stage.charge(4_500, { orderNo: await stage.sold() })).id,
  },
  {
    name: 'two payments of one order',
    kind: 'double_charge',
    plant: async (stage) => {
      const orderNo = await stage.sold();
      const { id } = await stage.charge(4_500, { orderNo });
      await addPayment(stage, { orderNo, ref: id, attempt: 2 });
      return orderNo;
    },
  },
  {
    name: 'a payment that the provider does not know',
    kind: 'not_at_provider',
    plant: async (stage) => {
      const orderNo = await copyOrder(stage, await stage.sold());
      await addPayment(stage, { orderNo, ref: `pi_ghost${newId().replaceAll('-', '')}` });
      return orderNo;
    },
  },
  {
    name: 'an order that is paid by no payment',
    kind: 'not_at_provider',
    plant: async (stage) => copyOrder(stage, await stage.sold()),
  },
  {
    name: 'another amount',
    kind: 'amount_differs',
    plant: async (stage) => {
      const orderNo = await stage.sold();
      await stage.shop.inside(({ db }) =>
        db.updateTable('payment').set({ amount_minor: 4_400 }).where('order_no', '=', orderNo).execute(),
      );
      return orderNo;
    },
  },
  {
    name: 'another currency',
    kind: 'currency_differs',
    plant: async (stage) => {
      const orderNo = await stage.sold();
      await stage.shop.inside(({ db }) =>
        db.updateTable('payment').set({ currency: 'SEK' }).where('order_no', '=', orderNo).execute(),
      );
      return orderNo;
    },
  },
  {
    name: 'a refund that was sent twice',
    kind: 'double_refund',
    plant: async (stage) => {
      const orderNo = await stage.sold(2);
      const refundId = await refunded(stage, orderNo, 2_000);
      const { ref } = await stage.refOf(orderNo);
      await stage.stripe.refunds.create({ payment_intent: ref, amount: 2_000, metadata: { refundId } });
      return orderNo;
    },
  },
  {
    name: 'a refund that somebody made once more at the provider',
    kind: 'double_refund',
    plant: async (stage) => {
      const orderNo = await stage.sold(2);
      await refunded(stage, orderNo, 1_500);
      const { ref } = await stage.refOf(orderNo);
      return (await unheard(stage, () => stage.stripe.refunds.create({ payment_intent: ref, amount: 1_500 }))).id;
    },
  },
  {
    name: 'a refund that was made at the provider alone',
    kind: 'refund_unknown',
    plant: async (stage) => {
      const { ref } = await stage.refOf(await stage.sold());
      return (await unheard(stage, () => stage.stripe.refunds.create({ payment_intent: ref, amount: 700 }))).id;
    },
  },
  {
    name: 'a dispute that nobody has heard of',
    kind: 'dispute_unknown',
    plant: async (stage) => {
      const { ref } = await stage.refOf(await stage.sold());
      const about = { paymentIntentId: ref, kind: 'chargeback', reason: 'duplicate' } as const;
      return (await unheard(stage, async () => stage.town.provider.openDispute(about))).id;
    },
  },
  {
    name: 'a refund that we hold for failed',
    kind: 'refund_unknown',
    plant: async (stage) => {
      const orderNo = await stage.sold(2);
      const refundId = await refunded(stage, orderNo, 1_000);
      await stage.shop.inside(async ({ db }) => {
        await db.updateTable('payment').set({ refunded_minor: 0 }).where('order_no', '=', orderNo).execute();
        await db.updateTable('payment_refund').set({ state: 'failed' }).where('refund_id', '=', refundId).execute();
      });
      return orderNo;
    },
  },
  {
    name: 'a refund that the provider does not know',
    kind: 'refund_not_at_provider',
    plant: async (stage) => {
      const orderNo = await stage.sold();
      const { id: paymentId } = await stage.refOf(orderNo);
      const refundId = newId();
      await stage.shop.inside(async (tx) => {
        const amount = { amount_minor: 900, currency: 'NOK' };
        await tx.db
          .insertInto('order_refund')
          .values({
            ...{ id: refundId, order_no: orderNo, payment_id: paymentId, origin: 'staff', status: 102, ...amount },
            ...{ provider_state: 'succeeded', is_full: false, requested_by: newId(), requested_at: tx.now() },
            completed_at: tx.now(),
          })
          .execute();
        await tx.db
          .insertInto('payment_refund')
          .values({
            ...{ refund_id: refundId, payment_id: paymentId, ...amount, state: 'succeeded', provider_ref: 're_ghost' },
            ...{ requested_at: tx.now(), changed_at: tx.now() },
          })
          .execute();
      });
      return orderNo;
    },
  },
  {
    name: 'another amount back',
    kind: 'refund_amount_differs',
    plant: async (stage) => {
      const orderNo = await stage.sold(2);
      const refundId = await refunded(stage, orderNo, 1_200);
      await stage.shop.inside(({ db }) =>
        db.updateTable('payment_refund').set({ amount_minor: 1_100 }).where('refund_id', '=', refundId).execute(),
      );
      return orderNo;
    },
  },
  {
    name: 'paid and not made',
    kind: 'paid_not_made',
    plant: async ({ shop }) => {
      const { orderNo } = await shop.paidOrder();
      await shop.inside(async ({ db }) => {
        await db.updateTable('coffee_order').set({ status: 7, step: 6 }).where('order_no', '=', orderNo).execute();
        await db.updateTable('order_drink').set({ step: 6 }).where('order_no', '=', orderNo).execute();
      });
      return orderNo;
    },
  },
  {
    name: 'made and not paid, by our book',
    kind: 'made_not_paid',
    plant: async ({ shop }) => {
      const { orderNo } = await shop.order();
      await shop.inside((tx) =>
        tx.db
          .updateTable('order_drink')
          .set({ step: 3, started_at: tx.now(), finished_at: tx.now() })
          .where('order_no', '=', orderNo)
          .execute(),
      );
      return orderNo;
    },
  },
  {
    name: 'made and not paid, by what the robot says alone',
    kind: 'made_not_paid',
    plant: async ({ shop }) => {
      const { orderNo } = await shop.order();
      await shop.robotSays(orderNo, { event: 2301, step: 2, drink: 1 });
      return orderNo;
    },
  },
  {
    name: 'made for an order that nobody has',
    kind: 'made_not_paid',
    plant: async ({ shop }) => {
      const orderNo = '20270101999900000007';
      await shop.inside((tx) =>
        tx.db
          .insertInto('device_event')
          .values({
            ...{ imei: shop.robot.imei, session: 'stray', seq: 1, message_id: newId(), kind: 'order.step' },
            data: JSON.stringify({ kind: 'order.step', orderNo, step: 2, event: 2301, drink: 1 }),
            ...{ device_at: tx.now(), received_at: tx.now() },
          })
          .execute(),
      );
      return orderNo;
    },
  },
  {
    name: 'handed out after the refund',
    kind: 'delivered_after_refund',
    plant: async (stage) => {
      const { shop } = stage;
      const { orderNo } = await shop.paidOrder();
      await refunded(stage, orderNo, 4_500);
      await shop.inside((tx) =>
        tx.db
          .updateTable('order_drink')
          .set({ step: 3, finished_at: sql<Date>`${tx.now()}::timestamptz + interval '5 seconds'`, refunded: true })
          .where('order_no', '=', orderNo)
          .execute(),
      );
      return orderNo;
    },
  },
  {
    name: 'more was taken than the fee',
    kind: 'captured_too_much',
    plant: (stage) => rented(stage, { feeMinor: 600, takenMinor: 900, ours: 'succeeded' }),
  },
  {
    name: 'a hold that is still there',
    kind: 'hold_not_released',
    plant: (stage) => rented(stage, { feeMinor: 0, ours: 'cancelled' }),
  },
  {
    name: 'money was taken and no unit came out',
    kind: 'money_without_unit',
    plant: (stage) =>
      rented(stage, { feeMinor: null, step: 'cancelled', left: false, takenMinor: 3_000, ours: 'succeeded' }),
  },
  {
    name: 'a unit came out without a hold',
    kind: 'unit_without_money',
    plant: (stage) => rented(stage, { feeMinor: 600 }),
  },
];
