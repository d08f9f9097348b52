import { sql } from 'kysely';
import { reserveSlot } from '#domains/cabinets/server/index.ts';
import { nameBuyer } from '#domains/customers/server/index.ts';
import { planAt } from '#domains/fee-plans/server/index.ts';
import { orderNumber } from '#domains/orders/rules/order-number.ts';
import {
  askProvider,
  findLastPayment,
  openHold,
  type Payment,
  recordProviderPayment,
} from '#domains/payments/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { compactLocalDay } from '#platform/time/rules/local-day.ts';
import type { StorefrontRental } from '../contract/rental.ts';
import type { RentRequest } from '../contract/storefront-endpoints.ts';
import { cancelRental, ejectFor } from './eject-for.ts';
import { findLendingCabinet } from './lending-cabinets.ts';
import { flagRental } from './move-rental.ts';
import { sellerAt } from './rental-seller.ts';
import { findByRequestKey, lockRental, lockVisibleRental, type Rental, recordRentalEvent } from './rental-store.ts';
import { readStorefrontRental } from './rental-view.ts';

/**
 * Reserve, hold, eject (practice 9), in three steps, because a provider is never called inside a transaction: the order, its slot
 * and the attempt to hold are recorded; the provider is asked; its answer is recorded, and the cabinet is asked. A call that is
 * made again with its key goes on with the order of the first one.
 */
export async function rent(context: RequestContext, request: RentRequest): Promise<StorefrontRental> {
  const { services, tenantId, actor } = context;
  const key = String(context.headers['idempotency-key'] ?? '');
  const begun = await runTransaction(
    services,
    { tenantId, actor, address: context.address, requestId: context.requestId },
    (tx) => begin(tx, request, key),
  );
  const { payment } = begun;
  const isOpen = payment && ['created', 'pending', 'requires_action'].includes(payment.status);
  const answer = isOpen ? await askProvider(context, payment, request.paymentMethod ?? null) : undefined;
  return context.transaction(async (tx) => {
    const rental = (await lockVisibleRental(tx, begun.orderNo)) ?? raise('rental.not-found');
    if (answer && payment) await holdAnswered(tx, rental, await recordProviderPayment(tx, payment.id, answer.payment));
    else if (payment?.status === 'held' && rental.state.step === 'holding') await ejectFor(tx, rental);
    return readStorefrontRental(tx.db, context, rental.orderNo, answer);
  });
}

async function begin(
  tx: Transaction,
  request: RentRequest,
  key: string,
): Promise<{ orderNo: string; payment: Payment | undefined }> {
  const client = tx.actor.storefront ?? raise('rental.not-found');
  const known = await findByRequestKey(tx, client.keyId, key);
  if (known) {
    const isWaiting = known.state.step === 'holding';
    return {
      orderNo: known.orderNo,
      payment: isWaiting ? await findLastPayment(tx.db, known.orderNo) : undefined,
    };
  }

  const cabinet = (await findLendingCabinet(tx.db, request.cabinetImei)) ?? raise('rental.cabinet-not-found');
  if (client.spotId !== null && client.spotId !== cabinet.spotId) raise('rental.cabinet-not-found');
  const tenant = await tx.db
    .selectFrom('tenant')
    .select(['currency', 'time_zone', 'deposit_minor'])
    .executeTakeFirstOrThrow();
  if (!cabinet.serves(tx.now(), tenant.time_zone)) raise('rental.spot-closed');
  const plan = (await planAt(tx.db, cabinet.id)) ?? raise('rental.no-plan');
  const currency = tenant.currency as Currency;
  if (request.customerId) await nameBuyer(tx, { clientId: client.keyId, userId: request.customerId });
  const orderNo = await takeRentalNo(tx, tenant.time_zone);
  const slot = await reserveSlot(tx, { cabinetId: cabinet.id, orderNo });
  await tx.db
    .insertInto('rental_order')
    .values({
      ...{
        id: newId(),
        order_no: orderNo,
        cabinet_id: cabinet.id,
        cabinet_imei: cabinet.imei,
        spot_id: cabinet.spotId,
      },
      ...{ cabinet_name: cabinet.name, slot: slot.slot, serial: slot.serial, plan: JSON.stringify(plan.plan) },
      ...{ plan_id: plan.id, receipt: JSON.stringify(await sellerAt(tx.db, cabinet.spotId)) },
      ...{ plan_name: plan.name, currency, tax_rate: cabinet.taxRate, deposit_minor: tenant.deposit_minor },
      ...{ created_at: tx.now(), changed_at: tx.now(), asked_at: tx.now(), client_key_id: client.keyId },
      ...{ request_key: key, customer_id: request.customerId ?? '', sandbox: client.isSandbox },
    })
    .execute();
  const rental = (await lockRental(tx.db, orderNo)) ?? raise('rental.not-found');
  const detail = { cabinet: cabinet.name, slot: slot.slot, serial: slot.serial };
  await recordRentalEvent(tx, rental, { what: 'requested', source: 'customer', detail });
  const payment = await openHold(tx, {
    ...{ orderNo, orderKind: 'rental', amountMinor: tenant.deposit_minor, currency, isSandbox: client.isSandbox },
    paymentMethod: request.paymentMethod ?? null,
  });
  return { orderNo, payment };
}

/** Of the tenant's day; the letter tells it from a coffee order's. */
async function takeRentalNo(tx: Transaction, timeZone: string): Promise<string> {
  const { value } = await tx.db
    .insertInto('rental_counter')
    .values({ value: 1 })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ value: sql<number>`rental_counter.value + 1` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  const day = compactLocalDay(tx.now(), timeZone);
  return `R${orderNumber({ day, tenantId: tx.tenantId, counter: value })}`;
}

/** What the provider said of a deposit, by its answer or by an event later. */
export async function holdAnswered(
  tx: Transaction,
  rental: Rental,
  outcome: { readonly payment: Payment; readonly misdirected?: unknown },
): Promise<void> {
  if (rental.state.step !== 'holding') return;
  if (outcome.misdirected) {
    const flagged = await flagRental(tx, rental, 'payment-issue', { because: 'misdirected' });
    await cancelRental(tx, flagged, 'payment-refused');
    return;
  }
  if (outcome.payment.status === 'held') await ejectFor(tx, rental);
  if (outcome.payment.status === 'failed') {
    const code = outcome.payment.errorCode ?? 'declined';
    await cancelRental(tx, rental, 'payment-refused', { errorCode: code });
  }
}
