import { createRandom, type Random } from '#apps/simulator/world/random.ts';
import type { FeePlan } from '#domains/fee-plans/contract/plan.ts';
import { rentalFee } from '#domains/fee-plans/rules/rental-fee.ts';
import { defaultPlan } from '#domains/fee-plans/server/index.ts';
import { orderNumber } from '#domains/orders/rules/order-number.ts';
import { taxWithin } from '#domains/rentals/rules/rental-money.ts';
import type { Services } from '#platform/context/server/services.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { compactLocalDay } from '#platform/time/rules/local-day.ts';

const TENANTS = ['1000', '1001'];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAYS = 21;
const A_DAY = 8;
const OPEN = 4;

interface Cabinet {
  readonly id: string;
  readonly imei: string;
  readonly name: string;
  readonly spot_id: string | null;
}

interface Setting {
  readonly db: TenantDb;
  readonly tenantId: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly taxRate: number;
  readonly depositMinor: number;
  readonly plan: FeePlan;
  readonly planName: string;
  readonly cabinets: readonly Cabinet[];
  readonly random: Random;
}

interface Past {
  readonly counter: number;
  readonly startedAt: Date;
  /** null while it is out. */
  readonly minutes: number | null;
}

/** Three weeks of rentals that are over, and a few whose units are out now, once for each tenant that has cabinets. */
export async function seedDemoRentals(services: Services): Promise<void> {
  const now = services.clock.now();
  for (const tenantId of TENANTS)
    await services.database.write(tenantId, async (db) => {
      if (await db.selectFrom('rental_order').select('id').limit(1).executeTakeFirst()) return;
      const setting = await findSetting(db, tenantId);
      if (setting) await fill(setting, now);
    });
}

async function findSetting(db: TenantDb, tenantId: string): Promise<Setting | undefined> {
  const plan = await defaultPlan(db);
  const cabinets = await db.selectFrom('cabinet').select(['id', 'imei', 'name', 'spot_id']).orderBy('imei').execute();
  if (!plan || cabinets.length === 0) return undefined;
  const tenant = await db
    .selectFrom('tenant')
    .select(['currency', 'time_zone', 'deposit_minor'])
    .executeTakeFirstOrThrow();
  const spot = await db.selectFrom('spot').select('tax_rate').orderBy('id').limit(1).executeTakeFirst();
  return {
    ...{ db, tenantId, timeZone: tenant.time_zone, currency: tenant.currency, depositMinor: tenant.deposit_minor },
    ...{ taxRate: spot?.tax_rate ?? 0, plan: plan.plan, planName: plan.name, cabinets },
    random: createRandom(`rentals ${tenantId}`),
  };
}

async function fill(setting: Setting, now: Date): Promise<void> {
  const { db, random } = setting;
  let counter = 0;
  for (let day = DAYS; day >= 1; day--)
    for (let place = 0; place < A_DAY; place++) {
      counter += 1;
      const at = now.getTime() - day * DAY_MS + Math.floor(random.next() * 14 * 60) * MINUTE_MS;
      // most come back within hours, some the next day, and a few never
      const hours = random.chance(0.03) ? 73 : random.chance(0.1) ? 20 + random.next() * 10 : random.next() * 5;
      const minutes = Math.max(3, Math.round(hours * 60));
      if (at + minutes * MINUTE_MS > now.getTime() - 5 * MINUTE_MS) continue;
      await addPast(setting, { counter, startedAt: new Date(at), minutes });
    }
  for (let place = 0; place < OPEN; place++) {
    counter += 1;
    const startedAt = new Date(now.getTime() - Math.floor(20 + random.next() * 1_500) * MINUTE_MS);
    await addPast(setting, { counter, startedAt, minutes: null });
  }
  await db
    .insertInto('rental_counter')
    .values({ value: counter })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute();
}

async function addPast(setting: Setting, { counter, startedAt, minutes }: Past): Promise<void> {
  const { db, random, plan, cabinets, currency, taxRate } = setting;
  const pick = (): Cabinet => cabinets[Math.floor(random.next() * cabinets.length)]!;
  const [from, to] = [pick(), pick()];
  const day = compactLocalDay(startedAt, setting.timeZone);
  const orderNo = `R${orderNumber({ day, tenantId: setting.tenantId, counter })}`;
  const serial = `PD${setting.tenantId}${String(counter % 90).padStart(4, '0')}`;
  const lastMinute = plan.maxDays === null ? null : plan.maxDays * 1_440;
  const after = (many: number): Date => new Date(startedAt.getTime() + many * MINUTE_MS);
  const fee = minutes === null ? undefined : rentalFee(plan, minutes * 60);
  const isBought = fee?.ended ?? false;
  const endedAt = minutes === null ? null : after(isBought ? (lastMinute ?? minutes) : minutes);
  const feeMinor = fee?.feeMinor ?? null;
  const status = minutes === null ? 1 : isBought ? 6 : 4;
  await db
    .insertInto('rental_order')
    .values({
      ...{ id: newId(), order_no: orderNo, status, step: minutes === null ? 'out' : 'over', serial },
      ...{ kind: isBought ? 'repurchase' : 'lease', cabinet_id: from.id, cabinet_imei: from.imei },
      ...{ cabinet_name: from.name, spot_id: from.spot_id, slot: 1 + (counter % 6), plan: JSON.stringify(plan) },
      ...{ plan_name: setting.planName, currency, tax_rate: taxRate, fee_minor: feeMinor },
      // those that are out hold nothing: their card is charged when they come back
      ...{ deposit_minor: minutes === null ? 0 : setting.depositMinor, paid_minor: feeMinor ?? 0 },
      ...{ tax_minor: feeMinor === null ? null : taxWithin(feeMinor, taxRate), created_at: startedAt },
      ...{ started_at: startedAt, ended_at: endedAt, changed_at: endedAt ?? startedAt, asked_at: startedAt, ejects: 1 },
      ...{ purchase_at: lastMinute === null ? null : after(lastMinute), customer_id: `demo-${1 + (counter % 37)}` },
      ...{ ended_by: endedAt === null ? null : isBought ? 'system' : 'return' },
      ...(endedAt !== null && !isBought
        ? {
            ...{ returned_at: endedAt, return_cabinet_id: to.id, return_cabinet_imei: to.imei },
            ...{ return_cabinet_name: to.name, return_spot_id: to.spot_id, return_slot: 1 + ((counter + 3) % 6) },
          }
        : {}),
    })
    .execute();
  await addEvents(setting, { orderNo, startedAt, endedAt, isBought, feeMinor, serial });
  await addPayment(setting, { orderNo, startedAt, endedAt, feeMinor });
}

async function addEvents(
  { db }: Setting,
  past: {
    readonly orderNo: string;
    readonly startedAt: Date;
    readonly endedAt: Date | null;
    readonly isBought: boolean;
    readonly feeMinor: number | null;
    readonly serial: string;
  },
): Promise<void> {
  const { orderNo, startedAt, endedAt, isBought, feeMinor, serial } = past;
  const over = isBought ? 6 : 4;
  const events = [
    { at: startedAt, what: 'requested', status: 0, source: 'customer', detail: {} },
    { at: startedAt, what: 'ejected', status: 1, source: 'cabinet', detail: { serial } },
    ...(endedAt === null
      ? []
      : [
          {
            ...{ at: endedAt, what: isBought ? 'bought' : 'returned', status: over - 1 },
            ...{ source: isBought ? 'system' : 'cabinet', detail: { serial, feeMinor } },
          },
          { at: endedAt, what: 'paid', status: over, source: 'system', detail: { amountMinor: feeMinor } },
        ]),
  ];
  await db
    .insertInto('rental_event')
    .values(events.map((event) => ({ ...event, id: newId(), order_no: orderNo, detail: JSON.stringify(event.detail) })))
    .execute();
}

async function addPayment(
  { db, currency, depositMinor }: Setting,
  past: {
    readonly orderNo: string;
    readonly startedAt: Date;
    readonly endedAt: Date | null;
    readonly feeMinor: number | null;
  },
): Promise<void> {
  const { orderNo, startedAt, endedAt, feeMinor } = past;
  const taken = feeMinor ?? 0;
  const isOpen = endedAt === null;
  const isPaid = !isOpen && taken > 0;
  await db
    .insertInto('payment')
    .values({
      ...{ id: newId(), serial_no: `P${orderNo}01`, order_no: orderNo, order_kind: 'rental', attempt: 1 },
      ...{ channel: 'stripe', purpose: isPaid && taken > depositMinor ? 'sale' : 'deposit', currency },
      ...{ status: isOpen ? 'held' : isPaid ? 'succeeded' : 'cancelled', amount_minor: isPaid ? taken : 0 },
      ...{ held_minor: isOpen ? 0 : depositMinor, held_at: startedAt, idempotency_key: `pay:${orderNo}:1` },
      // paid before the provider of the demo began: it knows such a payment by its name
      ...{ provider_ref: isPaid ? `pi_past${currency}${taken}x${orderNo}` : null, method_ref: 'pm_card_visa' },
      ...{ requested_at: startedAt, received_at: endedAt ?? startedAt, snapshot: JSON.stringify({}) },
    })
    .execute();
}
