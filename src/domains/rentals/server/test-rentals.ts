import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type PaymentProvider, startPaymentProvider } from '#apps/simulator/payment-provider/start-payment-provider.ts';
import { cabinetEvents } from '#domains/cabinets/contract/events.ts';
import { cabinetDriver, cabinetsSlice } from '#domains/cabinets/server/index.ts';
import { customersSlice } from '#domains/customers/server/index.ts';
import { deviceEvents } from '#domains/devices/contract/events.ts';
import { devicesSlice } from '#domains/devices/server/index.ts';
import { feePlans } from '#domains/fee-plans/server/index.ts';
import { addSetting, payments } from '#domains/payments/server/index.ts';
import { spots } from '#domains/spots/server/index.ts';
import { SYSTEM_ACTOR } from '#platform/context/server/actor.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import type { DeviceBroker } from '#platform/device-gateway/server/device-broker.ts';
import type { ServerSlice } from '#platform/http/server/slice.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { type Caller, startTestServer, type TestServer, type TestTenant } from '#platform/testing/test-server.ts';
import { until } from '#platform/testing/until.ts';
import { notices } from '#system/notices/server/index.ts';
import { rentalEndpoints } from '../contract/endpoints.ts';
import type { RentalDetail, StorefrontRental } from '../contract/rental.ts';
import { storefrontRentalEndpoints } from '../contract/storefront-endpoints.ts';
import { rentalBook, rentals } from './index.ts';

export const RENTAL_PERMISSIONS = ['rental:view', 'rental:close', 'rental:refund', 'rental:export'] as const;
export const aKey = (): Record<string, string> => ({ 'idempotency-key': randomBytes(12).toString('hex') });

/** The slices that a rental passes through, with the simulator's provider over HTTP; cabinets speak by the facts of their slice. */
export interface TestLender {
  readonly server: TestServer;
  readonly provider: PaymentProvider;
  open(options?: LenderOptions): Promise<TestStation>;
  until(isSo: () => boolean | Promise<boolean>): Promise<void>;
  stop(): Promise<void>;
}

export interface LenderOptions {
  readonly depositMinor?: number;
  /** Serials of the units in the slots of the first cabinet, from slot 1 on. */
  readonly units?: readonly string[];
  /** Columns of the fee plan that are not those of plan A of practice 8.3. */
  readonly plan?: Readonly<Record<string, unknown>>;
}

interface Cabinet {
  readonly id: string;
  readonly imei: string;
}

export interface TestStation {
  readonly tenant: TestTenant;
  readonly spotId: string;
  readonly secretKey: string;
  readonly cabinet: Cabinet;
  /** Where nothing is, so that units can be returned. */
  readonly other: Cabinet;
  readonly customer: Caller;
  /** Signed in anew where the clock has moved on. */
  staff(): Promise<Caller>;
  rent(paymentMethod?: string, key?: Record<string, string>): Promise<StorefrontRental>;
  read(orderNo: string): Promise<StorefrontRental>;
  detail(orderNo: string): Promise<RentalDetail>;
  /** The cabinet answers the open eject of an order. */
  ejected(orderNo: string, serial?: string): Promise<void>;
  failed(orderNo: string, code?: string): Promise<void>;
  returned(serial: string, at: Cabinet, more?: { eventId?: string; deviceAt?: Date; slot?: number }): Promise<void>;
  uploads(at: Cabinet, units: readonly string[]): Promise<void>;
  /** A rental whose unit is out. */
  lent(paymentMethod?: string): Promise<StorefrontRental>;
  inside<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** What the provider's books say, in minor units. */
  books(): { chargedMinor: number; refundedMinor: number; heldMinor: number };
}

/** They speak by facts alone, which are no sign of life: the gateway would find them silent once a test has moved its clock. */
const NEVER_SILENT = { report_interval_seconds: 100_000_000 };

export async function startTestLender(
  more: readonly ServerSlice[] = [],
  { broker }: { readonly broker?: DeviceBroker } = {},
): Promise<TestLender> {
  // what it signs and what a tenant's server takes are of one time, wherever tests have moved it
  let now = (): Date => new Date();
  const provider = await startPaymentProvider({
    delayMs: 5,
    retryMs: 50,
    clock: { now: () => now(), set: () => undefined },
  });
  const slices = [
    notices,
    spots,
    customersSlice,
    devicesSlice([cabinetDriver]),
    cabinetsSlice([rentalBook]),
    feePlans,
    payments,
    rentals,
    ...more,
  ];
  const env = { STRIPE_API_BASE: provider.url };
  const server = await startTestServer({ slices, env, planDue: async () => 0, ...(broker ? { broker } : {}) });
  now = () => server.services.clock.now();
  await server.server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.app.server.address() as AddressInfo;
  return {
    server,
    provider,
    open: (options = {}) => openStation(server, provider, port, options),
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

async function openStation(
  server: TestServer,
  provider: PaymentProvider,
  port: number,
  { depositMinor = 3_000, units = ['U1', 'U2'], plan = {} }: LenderOptions,
): Promise<TestStation> {
  const { services } = server;
  const tenant = await server.newTenant({ currency: 'NOK', timeZone: 'Europe/Oslo' });
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
  provider.addAccount({
    ...{ secretKey, webhookSecret },
    webhookUrl: `http://127.0.0.1:${port}/storefront/v1/webhooks/stripe/${tenant.id}`,
  });
  const inside: TestStation['inside'] = (work) =>
    runTransaction(services, { tenantId: tenant.id, actor: SYSTEM_ACTOR }, work);
  const [spotId, planId] = [newId(), newId()];
  const [cabinet, other] = ['First', 'Second'].map((name) => ({
    ...{ id: newId(), imei: `87${randomBytes(7).toString('hex')}`, name },
  })) as [Cabinet & { name: string }, Cabinet & { name: string }];
  await inside(async ({ db, now }) => {
    await db.updateTable('tenant').set({ deposit_minor: depositMinor }).execute();
    await db
      .insertInto('spot')
      .values({ id: spotId, name: 'Central Station', tax_mode: 'inclusive', tax_rate: 250_000 })
      .execute();
    for (const { id, imei, name } of [cabinet, other])
      await db
        .insertInto('cabinet')
        .values({ id, imei, name, spot_id: spotId, capacity: 8, online: true, last_heard_at: now(), ...NEVER_SILENT })
        .execute();
    for (const [place, serial] of units.entries()) {
      await db
        .insertInto('power_bank')
        .values({ id: newId(), serial, state: 'in_slot', cabinet_id: cabinet.id, slot: place + 1 })
        .execute();
      await db
        .insertInto('cabinet_slot')
        .values({
          ...{ cabinet_id: cabinet.id, slot: place + 1, state: 'occupied', serial, soc: 99 - place, since: now() },
        })
        .execute();
    }
    // plan A of practice 8.3
    await db
      .insertInto('fee_plan')
      .values({
        ...{ id: planId, name: 'City', free_minutes: 5, free_time_counted: true, daily_cap_minor: 1_500 },
        ...{ phases: JSON.stringify([{ startMinute: 0, unitMinutes: 60, unitPriceMinor: 300 }]) },
        ...{ max_days: 3, purchase_price_minor: 6_000, purchase_mode: 'replace', ...plan },
      })
      .execute();
    await db.insertInto('default_fee_plan').values({ plan_id: planId }).execute();
    await addSetting(services, db, tenant.id, {
      ...{ channel: 'stripe', customName: 'Card' },
      content: { secretKey, webhookSecret, publicKey: 'pk_test_public' },
    });
  });
  const customer = await tenant.storefront({ channel: 'app' });
  let signedIn: { readonly at: number; readonly caller: Caller } | undefined;
  const staff = async (): Promise<Caller> => {
    const at = services.clock.now().getTime();
    if (!signedIn || at - signedIn.at > 12 * 3_600_000)
      signedIn = { at, caller: await tenant.staff(RENTAL_PERMISSIONS) };
    return signedIn.caller;
  };
  let seq = 0;
  const saidBy = (at: Cabinet, deviceAt = services.clock.now()) => {
    seq += 1;
    const now = services.clock.now().toISOString();
    return {
      ...{ cabinetId: at.id, imei: at.imei, session: 's1', sessionOrdinal: 1, seq, receivedAt: now },
      deviceAt: deviceAt.toISOString(),
    };
  };
  const openEject = (orderNo: string) =>
    inside(({ db }) =>
      db
        .selectFrom('cabinet_eject')
        .select(['id', 'slot', 'serial'])
        .where('order_no', '=', orderNo)
        .orderBy('asked_at', 'desc')
        .executeTakeFirstOrThrow(),
    );
  const station: TestStation = {
    ...{ tenant, spotId, secretKey, cabinet, other, customer, staff, inside },
    rent: (paymentMethod = 'pm_card_visa', key = aKey()) =>
      server.call(
        storefrontRentalEndpoints.rent,
        { cabinetImei: cabinet.imei, paymentMethod, customerId: 'anna' },
        { ...customer, headers: key },
      ),
    read: (orderNo) => server.call(storefrontRentalEndpoints.rental, { orderNo }, customer),
    detail: async (orderNo) => server.call(rentalEndpoints.detail, { orderNo }, await staff()),
    ejected: async (orderNo, serial) => {
      const eject = await openEject(orderNo);
      const report = {
        ...{ kind: 'bank.ejected' as const, serial: serial ?? eject.serial ?? '', slot: eject.slot },
        ...{ cmdId: eject.id, eventId: `e-${eject.id}` },
      };
      await inside((tx) => tx.publish(cabinetEvents.ejectReported, { ...saidBy(cabinet), report }));
      await server.runDue();
    },
    failed: async (orderNo, code = 'LOCK_JAM') => {
      const { id } = await openEject(orderNo);
      await inside((tx) =>
        tx.publish(deviceEvents.commandFinished, {
          ...{ commandId: id, imei: cabinet.imei, cmd: 'eject', orderNo, state: 'failed', resultCode: code },
          ...{ resultText: null, late: false },
        }),
      );
      await server.runDue();
    },
    returned: async (serial, at, { eventId = newId(), deviceAt, slot = 5 } = {}) => {
      const report = { kind: 'bank.returned' as const, serial, slot, soc: 40, eventId };
      await inside((tx) => tx.publish(cabinetEvents.returnReported, { ...saidBy(at, deviceAt), report }));
      await server.runDue();
    },
    uploads: async (at, present) => {
      const slots = Array.from({ length: 8 }, (_, place) => {
        const serial = present[place];
        return {
          slot: place + 1,
          ...(serial ? { state: 'occupied' as const, serial, soc: 50 } : { state: 'empty' as const }),
        };
      });
      await inside((tx) =>
        tx.publish(cabinetEvents.slotsReported, { ...saidBy(at), report: { kind: 'bank.slots', slots } }),
      );
      await server.runDue();
    },
    lent: async (paymentMethod) => {
      const { orderNo } = await station.rent(paymentMethod);
      await station.ejected(orderNo);
      return station.read(orderNo);
    },
    books: () => {
      const [balance] = provider.ledger(secretKey).balances;
      return {
        chargedMinor: balance?.chargedMinor ?? 0,
        refundedMinor: balance?.refundedMinor ?? 0,
        heldMinor: balance?.heldMinor ?? 0,
      };
    },
  };
  return station;
}
