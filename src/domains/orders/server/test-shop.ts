import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type PaymentProvider, startPaymentProvider } from '#apps/simulator/payment-provider/start-payment-provider.ts';
import { beverages } from '#domains/beverages/server/index.ts';
import { coupons } from '#domains/coupons/server/index.ts';
import { insights } from '#domains/insights/server/index.ts';
import { storefrontEndpoints } from '#domains/orders/contract/storefront-endpoints.ts';
import type { StorefrontOrder } from '#domains/orders/contract/storefront-order.ts';
import { addSetting, payments } from '#domains/payments/server/index.ts';
import { pricing } from '#domains/pricing/server/index.ts';
import { refunds } from '#domains/refunds/server/index.ts';
import { robotEvents } from '#domains/robots/contract/events.ts';
import type { OrderStepEvent } from '#domains/robots/contract/messages.ts';
import { robotSlices } from '#domains/robots/server/test-robots.ts';
import { spots } from '#domains/spots/server/index.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { notices } from '#system/notices/server/index.ts';
import { orders } from './index.ts';

/** Every permission of the slice. */
export const ORDER_PERMISSIONS = [
  'order:view',
  'order:export',
  'order:change',
  'order:refund',
  'order:gift',
  'order:quote',
  'order:explain-price',
] as const;

/** The slices that an order passes through, on a real database, with the simulator's provider over HTTP. */
export interface TestTown {
  readonly server: TestServer;
  readonly provider: PaymentProvider;
  openShop(options?: ShopOptions): Promise<TestShop>;
  /** Does what is due until it is so: failed calls are repeated after seconds, here at once. */
  until(isSo: () => boolean | Promise<boolean>): Promise<void>;
  stop(): Promise<void>;
}

export interface ShopOptions {
  readonly currency?: string;
  readonly timeZone?: string;
  /** Cups of each material that the robot holds. */
  readonly cups?: number;
  readonly priceMinor?: number;
  readonly withProvider?: boolean;
}

/** One tenant with a spot, a robot and two drinks of the same beans. */
export interface TestShop {
  readonly tenant: TestTenant;
  readonly spotId: string;
  readonly otherSpotId: string;
  readonly robot: { readonly id: string; readonly imei: string };
  readonly latteId: string;
  readonly espressoId: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly customer: Caller;
  readonly staff: Caller;
  order(
    lines?: { goodsId: string; quantity: number; optionIds?: string[]; artId?: string }[],
    key?: string,
  ): Promise<StorefrontOrder>;
  pay(orderNo: string, paymentMethod?: string, key?: string): Promise<StorefrontOrder>;
  paidOrder(lines?: { goodsId: string; quantity: number }[]): Promise<StorefrontOrder>;
  read(orderNo: string): Promise<StorefrontOrder>;
  /** The robot speaks; `seq` rises by itself. */
  robotReports(orderNo: string, report: Partial<OrderStepEvent>, at?: { session: number; seq: number }): Promise<void>;
  /** The same, and what follows from it has been done. */
  robotSays(orderNo: string, report: Partial<OrderStepEvent>, at?: { session: number; seq: number }): Promise<void>;
  inside<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  level(code: string): Promise<{ current: number; reserved: number }>;
}

export const aKey = (): Record<string, string> => ({ 'idempotency-key': randomBytes(12).toString('hex') });

export async function startTestTown(more: readonly ServerSlice[] = []): Promise<TestTown> {
  const provider = await startPaymentProvider({ delayMs: 5, retryMs: 50 });
  const server = await startTestServer({
    slices: [notices, spots, beverages, coupons, ...robotSlices, pricing, payments, orders, refunds, insights, ...more],
    env: { STRIPE_API_BASE: provider.url },
    planDue: async () => 0,
  });
  await server.server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.app.server.address() as AddressInfo;
  return {
    server,
    provider,
    openShop: (options = {}) => openShop(server, provider, port, options),
    until: async (isSo) => {
      await until(async () => {
        await server.runDue();
        return isSo();
      });
    },
    stop: async () => {
      await provider.stop();
      await server.stop();
    },
  };
}

async function openShop(
  server: TestServer,
  provider: PaymentProvider,
  port: number,
  options: ShopOptions,
): Promise<TestShop> {
  const { services } = server;
  const tenant = await server.newTenant({
    currency: options.currency ?? 'NOK',
    timeZone: options.timeZone ?? 'Europe/Oslo',
  });
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
  const webhookUrl = `http://127.0.0.1:${port}/storefront/v1/webhooks/stripe/${tenant.id}`;
  provider.addAccount({ secretKey, webhookUrl, webhookSecret });
  const facts = await services.database.write(tenant.id, async (db) => {
    const furnished = await furnish(db, options);
    if (options.withProvider !== false) {
      await addSetting(services, db, tenant.id, {
        ...{ channel: 'stripe', customName: 'Card', customNameZh: '银行卡' },
        content: { secretKey, webhookSecret, publicKey: 'pk_test_public' },
      });
    }
    return furnished;
  });
  const customer = await tenant.storefront({ channel: 'app' });
  const staff = await tenant.staff(ORDER_PERMISSIONS);
  const inside: TestShop['inside'] = (work) =>
    runTransaction(services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, work);
  let seq = 0;

  const shop: TestShop = {
    tenant,
    ...facts,
    secretKey,
    webhookSecret,
    customer,
    staff,
    inside,
    order: (lines = [{ goodsId: facts.latteId, quantity: 1 }], key) =>
      server.call(
        storefrontEndpoints.createOrder,
        { spotId: facts.spotId, lines },
        { ...customer, headers: key ? { 'idempotency-key': key } : aKey() },
      ),
    pay: (orderNo, paymentMethod = 'pm_card_visa', key) =>
      server.call(
        storefrontEndpoints.pay,
        { orderNo, paymentMethod },
        { ...customer, headers: key ? { 'idempotency-key': key } : aKey() },
      ),
    paidOrder: async (lines) => shop.pay((await shop.order(lines)).orderNo),
    read: (orderNo) => server.call(storefrontEndpoints.order, { orderNo }, customer),
    robotReports: async (orderNo, report, at) => {
      seq += 1;
      const position = at ?? { session: 1, seq };
      const now = services.clock.now();
      const full: OrderStepEvent = { kind: 'order.step', orderNo, step: 1, event: 2251, ...report };
      await inside(async (tx) => {
        await tx.db
          .insertInto('device_event')
          .values({
            imei: facts.robot.imei,
            session: `s${position.session}`,
            seq: position.seq,
            message_id: newId(),
            kind: full.kind,
            data: JSON.stringify(full),
            device_at: now,
            received_at: now,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await tx.publish(
          robotEvents.orderStepReported,
          {
            robotId: facts.robot.id,
            imei: facts.robot.imei,
            session: `s${position.session}`,
            sessionOrdinal: position.session,
            seq: position.seq,
            receivedAt: now.toISOString(),
            deviceAt: now.toISOString(),
            report: full,
          },
          { aggregate: orderNo },
        );
      });
    },
    robotSays: async (orderNo, report, at) => {
      await shop.robotReports(orderNo, report, at);
      await server.runDue();
    },
    level: (code) =>
      services.database.read(tenant.id, (db) =>
        db
          .selectFrom('robot_material')
          .innerJoin('material', 'material.id', 'robot_material.material_id')
          .select(['robot_material.current', 'robot_material.reserved'])
          .where('material.code', '=', code)
          .executeTakeFirstOrThrow(),
      ),
  };
  return shop;
}

async function furnish(db: TenantDb, options: ShopOptions) {
  const [spotId, otherSpotId, robotId, menuId, latteId, espressoId] = Array.from({ length: 6 }, newId) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const imei = `86${randomBytes(7).toString('hex')}`;
  const cups = options.cups ?? 1_000;
  const price = options.priceMinor ?? 4_500;
  await db
    .insertInto('spot')
    .values([
      { id: spotId, name: 'Central Station', tax_mode: 'inclusive', tax_rate: 250_000 },
      { id: otherSpotId, name: 'Harbour', tax_mode: 'inclusive', tax_rate: 250_000 },
    ])
    .execute();
  await db.insertInto('robot').values({ id: robotId, imei, name: 'Robot 1', spot_id: spotId, online: true }).execute();
  await db.insertInto('menu').values({ id: menuId, name: 'Coffee' }).execute();
  await db
    .insertInto('beverage')
    .values([
      { id: latteId, menu_id: menuId, name: 'Latte', original_price_minor: price },
      { id: espressoId, menu_id: menuId, name: 'Espresso', original_price_minor: 3_000 },
    ])
    .execute();
  for (const [code, unit, type, amount, goods] of [
    ['beans', 'g', 1, 18, [latteId, espressoId]],
    ['milk', 'ml', 5, 200, [latteId]],
    ['cup', 'piece', 6, 1, [latteId, espressoId]],
  ] as const) {
    const id = newId();
    await db.insertInto('material').values({ id, name: code, material_type: type, unit, code }).execute();
    await db
      .insertInto('robot_material')
      .values({ robot_id: robotId, material_id: id, capacity: amount * cups, current: amount * cups })
      .execute();
    for (const beverage_id of goods) {
      await db.insertInto('recipe_line').values({ beverage_id, material_id: id, amount }).execute();
    }
  }
  return { spotId, otherSpotId, robot: { id: robotId, imei }, latteId, espressoId };
}
