import { sql } from 'kysely';
import {
  disputedOfOrder,
  findCustomerPayment,
  findDisputeSteps,
  findPayments,
  type Payment,
  type ProviderAnswer,
} from '#domains/payments/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { findArchived } from '#system/archive/server/index.ts';
import type { RentalRequest } from '../contract/endpoints.ts';
import type {
  RentalDetail,
  RentalEvent,
  RentalMoney,
  RentalPayment,
  RentalRefund,
  StorefrontRental,
} from '../contract/rental.ts';
import { isOut, isOver } from '../rules/rental-moves.ts';
import { refundableOf } from '../rules/rental-refund.ts';
import { feeAt } from './fee-at.ts';
import { findRentalRefunds } from './refund-store.ts';
import { moneyOf } from './rental-money.ts';
import { findRentalEvents, findVisibleRental, type Place, type Rental } from './rental-store.ts';
import { findRepairs, repairView } from './repair-store.ts';

type Reader = Pick<RequestContext, 'actor' | 'language' | 'now'>;

export function getRental(context: RequestContext, { orderNo }: RentalRequest): Promise<RentalDetail> {
  return context.read((db) => readRentalDetail(db, context, orderNo));
}

export async function readRentalDetail(db: TenantDb, reader: Reader, orderNo: string): Promise<RentalDetail> {
  const rental = (await findVisibleRental(db, reader.actor, orderNo)) ?? raise('rental.not-found');
  const payments = await findPayments(db, orderNo);
  const facts = await findPaymentFacts(db, orderNo);
  const refunds = await findRentalRefunds(db, orderNo);
  const disputedMinor = await disputedOfOrder(db, orderNo);
  const events = await findRentalEvents(db, orderNo);
  const timeline = disputedMinor === null ? events : withDisputes(events, rental, await findDisputeSteps(db, orderNo));
  const begins = timeline.some(({ what }) => what === 'requested');
  return {
    ...{ id: rental.id, ...(await stateOf(db, reader, rental)), version: rental.version, sandbox: rental.isSandbox },
    ...{ customerId: rental.customerId, review: rental.review, flags: [...rental.flags] },
    ...{ endedBy: rental.endedBy, endedByName: rental.endedByName, endReason: rental.endReason },
    money: moneyView(rental, payments, refunds, disputedMinor),
    disputedMinor,
    payments: payments.map((payment) => paymentView(payment, facts.get(payment.id))),
    refunds: refunds.toReversed(),
    repairs: (await findRepairs(db, orderNo)).map(repairView),
    timeline,
    archived: begins ? null : await findArchived(db, 'rentals', rental.createdAt),
  };
}

/** What the customer's bank did about the payments, among the events of the rental, oldest first. */
function withDisputes(
  events: readonly RentalEvent[],
  { state: { status } }: Rental,
  steps: Awaited<ReturnType<typeof findDisputeSteps>>,
): RentalEvent[] {
  const told = steps.map(
    ({ id, at, what }): RentalEvent => ({
      ...{ id, at: at.toISOString(), what: `dispute-${what.replace('_', '-')}`, status },
      ...{ source: 'provider', actor: '', detail: {} },
    }),
  );
  return [...events, ...told].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** As the client that made it reads it; `answer` is what the provider has just said. */
export async function readStorefrontRental(
  db: TenantDb,
  reader: Reader,
  orderNo: string,
  answer?: ProviderAnswer,
): Promise<StorefrontRental> {
  const rental = (await findVisibleRental(db, reader.actor, orderNo)) ?? raise('rental.not-found');
  return storefrontView(db, reader, rental, answer);
}

export async function storefrontView(
  db: TenantDb,
  reader: Reader,
  rental: Rental,
  answer?: ProviderAnswer,
): Promise<StorefrontRental> {
  const { orderNo } = rental;
  const payments = await findPayments(db, orderNo);
  const refunds = await findRentalRefunds(db, orderNo);
  const disputedMinor = await disputedOfOrder(db, orderNo);
  const money = moneyView(rental, payments, refunds, disputedMinor);
  const { feeMinor, taxMinor, taxRate, paidMinor, refundedMinor } = money;
  return {
    ...(await stateOf(db, reader, rental)),
    money,
    payment: await findCustomerPayment(db, orderNo, answer),
    receipt:
      feeMinor === null || taxMinor === null || rental.notLent !== null
        ? null
        : { totalMinor: feeMinor, netMinor: feeMinor - taxMinor, taxMinor, taxRate, paidMinor, refundedMinor },
    refunds: refunds.map(({ id, status, amountMinor, requestedAt, reason }) => {
      return { id, status, amountMinor, requestedAt, reason };
    }),
  };
}

async function stateOf(db: TenantDb, reader: Reader, rental: Rental) {
  const hasBegun = isOut(rental.state) || isOver(rental.state);
  const end = hasBegun ? (rental.endedAt !== null && isOver(rental.state) ? rental.endedAt : reader.now()) : null;
  const { elapsed, fee } = end === null ? { elapsed: 0, fee: null } : feeAt(rental, end);
  return {
    ...{ orderNo: rental.orderNo, status: rental.state.status, step: rental.state.step, kind: rental.kind },
    ...{ notLent: rental.notLent, serial: rental.serial, elapsedSeconds: elapsed, fee },
    from: await placeView(db, reader, rental.from),
    to: rental.to && (await placeView(db, reader, rental.to)),
    createdAt: rental.createdAt.toISOString(),
    startedAt: rental.startedAt?.toISOString() ?? null,
    returnedAt: rental.returnedAt?.toISOString() ?? null,
    endedAt: rental.endedAt?.toISOString() ?? null,
    purchaseAt: rental.purchaseAt?.toISOString() ?? null,
    ...{ planName: rental.planName, plan: rental.plan },
  };
}

async function placeView(db: TenantDb, { language }: Reader, place: Place) {
  const spot =
    place.spotId === null
      ? undefined
      : await db.selectFrom('spot').select(['name', 'name_zh']).where('id', '=', place.spotId).executeTakeFirst();
  const spotName = (language === 'zh-CN' && spot?.name_zh) || spot?.name || '';
  return { imei: place.imei, name: place.name, spotName, slot: place.slot };
}

function moneyView(
  rental: Rental,
  payments: readonly Payment[],
  refunds: readonly RentalRefund[],
  disputedMinor: number | null,
): RentalMoney {
  const { heldMinor, pendingMinor, openMinor } = moneyOf(payments, rental.feeMinor);
  return {
    ...{ currency: rental.currency, depositMinor: rental.depositMinor, heldMinor, pendingMinor },
    openMinor: rental.isSandbox ? 0 : openMinor,
    ...{ feeMinor: rental.feeMinor, paidMinor: rental.paidMinor, refundedMinor: rental.refundedMinor },
    refundableMinor: refundableOf({ paidMinor: rental.paidMinor, refunds, disputedMinor: disputedMinor ?? 0 }),
    ...{ lateRefundMinor: rental.lateRefundMinor, taxRate: rental.taxRate, taxMinor: rental.taxMinor },
  };
}

const paymentView = (payment: Payment, facts: PaymentFacts | undefined): RentalPayment => ({
  ...{ id: payment.id, serialNo: payment.serialNo, purpose: payment.purpose, channel: payment.channel },
  ...{ status: payment.status, heldMinor: payment.heldMinor, amountMinor: payment.amountMinor },
  ...{ refundedMinor: payment.refundedMinor, errorCode: payment.errorCode, providerRef: payment.providerRef },
  requestedAt: (facts?.requested_at ?? new Date(0)).toISOString(),
  providerFee:
    facts?.fee_minor == null
      ? null
      : { amountMinor: Number(facts.fee_minor), currency: facts.fee_currency as Currency },
});

type PaymentFacts = Awaited<ReturnType<typeof paymentFacts>>[number];

const paymentFacts = (db: TenantDb, orderNo: string) =>
  db
    .selectFrom('payment')
    .select(['id', 'requested_at'])
    .select([
      sql<string | null>`snapshot -> 'provider' ->> 'feeMinor'`.as('fee_minor'),
      sql<string | null>`snapshot -> 'provider' ->> 'feeCurrency'`.as('fee_currency'),
    ])
    .where('order_no', '=', orderNo)
    .execute();

const findPaymentFacts = async (db: TenantDb, orderNo: string): Promise<ReadonlyMap<string, PaymentFacts>> =>
  new Map((await paymentFacts(db, orderNo)).map((row) => [row.id, row]));
