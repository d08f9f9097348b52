import type { Random } from '#apps/simulator/world/random.ts';
import { lastMinute, rentalFee } from '#domains/fee-plans/rules/rental-fee.ts';
import type { ChosenPlan } from '#domains/fee-plans/server/index.ts';
import { rentalRefundNotice, rentalRepairNotice } from '#domains/rentals/contract/notices.ts';
import { settleHold, taxWithin } from '#domains/rentals/rules/rental-money.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Row } from './bulk-insert.ts';

/** How the story of a rental ends. */
export type Ending =
  | 'returned'
  | 'bought'
  | 'notLent'
  | 'lost'
  | 'staff'
  | 'refunded'
  | 'unpaid'
  | 'asked'
  | 'earlier'
  | 'neverLeft'
  | 'notThere'
  | 'open';

interface Cabinet {
  readonly id: string;
  readonly imei: string;
  readonly name: string;
  readonly spot_id: string | null;
}

export interface RentalSetting {
  readonly tenantId: number;
  readonly currency: string;
  readonly depositMinor: number;
  readonly taxRates: ReadonlyMap<string, number>;
}

export interface PastRental {
  readonly orderNo: string;
  readonly at: Date;
  /** null while it is out. */
  readonly minutes: number | null;
  readonly from: Cabinet;
  readonly to: Cabinet;
  readonly serial: string;
  readonly ending: Ending;
  readonly plan: ChosenPlan;
  readonly clientId: string | null;
  readonly customerId: string;
  readonly story: Random;
}

export const noRentalRows = (): Record<string, Row[]> => ({
  rental_order: [],
  rental_event: [],
  payment: [],
  rental_refund: [],
  rental_refund_part: [],
  payment_refund: [],
  rental_repair: [],
  power_bank: [],
  power_bank_place: [],
  notice: [],
});
type Rows = ReturnType<typeof noRentalRows>;

const MINUTE_MS = 60_000;
const REASONS = ['It did not charge', 'The cable was broken', '充不进电', '租借时间不对'] as const;
const BY_STAFF = 'Demo';

/** A rental with all that a real one leaves behind: events, money, refunds, what was found against it, and its unit's places. */
export function addRental(rows: Rows, setting: RentalSetting, past: PastRental): void {
  const { ending } = past;
  if (ending === 'notLent') {
    addNotLent(rows, setting, past);
    return;
  }
  const told = tell(setting, past);
  const refund = refundOf(told, past);
  rows['rental_order']?.push(orderRow(setting, past, told, refund));
  addEvents(rows, setting, past, told);
  const payments = addPayments(rows, setting, past, told, refund.backMinor);
  if (refund.askedMinor > 0) addRefund(rows, setting, past, told, { ...refund, paymentId: payments });
  addRepair(rows, setting, past, told);
  addPlaces(rows, setting, past, told);
}

interface Told {
  readonly taxRate: number;
  readonly feeMinor: number | null;
  readonly paidMinor: number;
  readonly endedAt: Date | null;
  readonly status: number;
  readonly isBought: boolean;
}

/** What the fee function makes of it, and how much of that was paid. */
function tell({ taxRates }: RentalSetting, { at, minutes, ending, from, plan }: PastRental): Told {
  const taxRate = taxRates.get(from.spot_id ?? '') ?? 0;
  if (minutes === null) return { taxRate, feeMinor: null, paidMinor: 0, endedAt: null, status: 1, isBought: false };
  const { feeMinor, ended } = rentalFee(plan.plan, minutes * 60);
  const last = lastMinute(plan.plan);
  // sold in the minute after its days
  const endedAt = new Date(at.getTime() + (ended && last !== null ? last + 1 : minutes) * MINUTE_MS);
  const isUnpaid = ending === 'unpaid' && feeMinor > 0;
  const isEnded = ended || ending === 'staff';
  // the card was declined: not even the hold could be taken of
  const paidMinor = isUnpaid ? 0 : feeMinor;
  const status = (isEnded ? 5 : 3) + (isUnpaid ? 0 : 1);
  return { taxRate, feeMinor, paidMinor, endedAt, status, isBought: ended };
}

function refundOf({ paidMinor }: Told, { ending }: PastRental) {
  const askedMinor = ending === 'refunded' || ending === 'asked' ? Math.ceil(paidMinor / 2) : 0;
  return { askedMinor, backMinor: ending === 'refunded' ? askedMinor : 0 };
}

const isReturned = ({ ending, minutes }: PastRental, told: Told): boolean =>
  minutes !== null && !told.isBought && ending !== 'staff';

const slotOf = ({ story }: PastRental, what: string): number => story.stream(what).integer(1, 6);

function orderRow(setting: RentalSetting, past: PastRental, told: Told, refund: ReturnType<typeof refundOf>): Row {
  const { at, from, to, plan, ending, minutes } = past;
  const { feeMinor, endedAt } = told;
  const returned = isReturned(past, told);
  const isLost = ending === 'lost' || ending === 'earlier' || ending === 'neverLeft';
  const last = lastMinute(plan.plan);
  const place = ending === 'neverLeft' ? from : to;
  return {
    ...{ tenant_id: setting.tenantId, id: newId(), order_no: past.orderNo, status: told.status },
    ...{ step: minutes === null ? 'out' : 'over', kind: told.isBought ? 'repurchase' : 'lease', not_lent: null },
    ...{ cabinet_id: from.id, cabinet_imei: from.imei, cabinet_name: from.name, spot_id: from.spot_id },
    ...{ slot: slotOf(past, 'from'), serial: past.serial, plan: plan.plan, plan_name: plan.name, plan_id: plan.id },
    ...{ currency: setting.currency, tax_rate: told.taxRate, fee_minor: feeMinor },
    tax_minor: feeMinor === null ? null : taxWithin(feeMinor, told.taxRate),
    ...{ deposit_minor: setting.depositMinor, paid_minor: told.paidMinor },
    ...{ refunded_minor: refund.backMinor },
    refund_status: refund.backMinor > 0 ? 102 : refund.askedMinor > 0 ? 100 : null,
    ...{ created_at: at, started_at: at, ended_at: endedAt, changed_at: endedAt ?? at, asked_at: at, ejects: 1 },
    ...{ purchase_at: last === null ? null : new Date(at.getTime() + last * MINUTE_MS) },
    ended_by:
      endedAt === null ? null : told.isBought ? 'system' : ending === 'staff' ? 'staff' : isLost ? 'upload' : 'return',
    ...{ ended_by_name: ending === 'staff' ? BY_STAFF : '', end_reason: ending === 'staff' ? 'Lost' : '' },
    ...{ flags: isLost ? ['return-lost'] : ending === 'unpaid' ? ['payment-issue'] : [], review: ending === 'unpaid' },
    ...{ client_key_id: past.clientId, customer_id: past.customerId },
    ...{ returned_at: returned ? endedAt : null, return_cabinet_id: returned ? place.id : null },
    ...{ return_cabinet_imei: returned ? place.imei : null, return_cabinet_name: returned ? place.name : '' },
    ...{ return_spot_id: returned ? place.spot_id : null },
    return_slot: returned ? slotOf(past, ending === 'neverLeft' ? 'from' : 'to') : null,
  };
}

/** Nothing came out, and nothing was paid. */
function addNotLent(rows: Rows, setting: RentalSetting, past: PastRental): void {
  const { at, from, plan, orderNo, story } = past;
  const notLent = story.pick(['nothing-ejected', 'payment-refused', 'cabinet-offline'] as const);
  const none: Told = { taxRate: 0, feeMinor: null, paidMinor: 0, endedAt: at, status: 0, isBought: false };
  rows['rental_order']?.push({
    ...orderRow(setting, { ...past, ending: 'staff' }, none, { askedMinor: 0, backMinor: 0 }),
    ...{
      step: 'cancelled',
      not_lent: notLent,
      started_at: null,
      purchase_at: null,
      deposit_minor: setting.depositMinor,
    },
    ...{ ended_by: null, ended_by_name: '', end_reason: '', cabinet_id: from.id, plan_name: plan.name },
  });
  for (const [what, source, detail] of [
    ['requested', 'customer', {}],
    ['not-lent', 'system', { why: notLent }],
  ] as const)
    rows['rental_event']?.push(eventRow(setting, orderNo, { at, what, status: 0, source, detail }));
}

const eventRow = (
  { tenantId }: RentalSetting,
  orderNo: string,
  event: { readonly at: Date; what: string; status: number; source: string; detail: object; actor?: string },
): Row => ({
  ...{ tenant_id: tenantId, id: newId(), order_no: orderNo, at: event.at, what: event.what, status: event.status },
  ...{ source: event.source, actor: event.actor ?? '', detail: event.detail },
});

function addEvents(rows: Rows, setting: RentalSetting, past: PastRental, told: Told): void {
  const { at, orderNo, serial, ending, from, to } = past;
  const { endedAt, feeMinor, status, isBought } = told;
  const add = (event: Parameters<typeof eventRow>[2]) => rows['rental_event']?.push(eventRow(setting, orderNo, event));
  add({ at, what: 'requested', status: 0, source: 'customer', detail: {} });
  add({
    at,
    what: 'ejected',
    status: 1,
    source: 'cabinet',
    actor: from.imei,
    detail: { serial, slot: slotOf(past, 'from') },
  });
  if (endedAt === null) return;
  const open = status <= 4 ? 3 : 5;
  const [what, source, actor] = isBought
    ? (['bought', 'system', ''] as const)
    : ending === 'staff'
      ? (['endedByStaff', 'staff', BY_STAFF] as const)
      : (['returned', 'cabinet', to.imei] as const);
  add({ at: endedAt, what, status: open, source, actor, detail: { serial, feeMinor, slot: slotOf(past, 'to') } });
  if (ending === 'unpaid')
    add({ at: endedAt, what: 'charge-refused', status, source: 'provider', detail: { errorCode: 'card_declined' } });
  else add({ at: endedAt, what: 'paid', status, source: 'system', detail: { amountMinor: feeMinor } });
}

type PastState = 'held' | 'succeeded' | 'cancelled';

/** The hold, of which as much is taken as there is to pay, and what was charged beside it; answers the first that succeeded. */
function addPayments(rows: Rows, setting: RentalSetting, past: PastRental, told: Told, backMinor: number): string {
  const { orderNo, at } = past;
  const { paidMinor, endedAt } = told;
  const { captureMinor, chargeMinor } = settleHold(setting.depositMinor, paidMinor);
  const isOpen = endedAt === null;
  let left = backMinor;
  const add = (attempt: number, purpose: 'deposit' | 'sale', amountMinor: number, status: PastState): string => {
    const id = newId();
    const refundedMinor = Math.min(left, amountMinor);
    left -= refundedMinor;
    // paid or held before the provider of the demo began: it knows such a payment by its name
    const { currency } = setting;
    const named = status === 'held' ? `hold${currency}${setting.depositMinor}` : `${currency}${amountMinor}`;
    const ref = status === 'cancelled' ? null : `pi_past${named}x${orderNo}A${attempt}`;
    rows['payment']?.push({
      ...{ tenant_id: setting.tenantId, id, serial_no: `P${orderNo}0${attempt}`, order_no: orderNo },
      ...{ order_kind: 'rental', attempt, channel: 'stripe', purpose, currency, status },
      ...{ amount_minor: amountMinor, refunded_minor: refundedMinor },
      ...{ held_minor: purpose === 'sale' ? null : setting.depositMinor },
      ...{ held_at: purpose === 'sale' ? null : at, idempotency_key: `pay:${orderNo}:${attempt}` },
      ...{ provider_ref: ref, method_ref: 'pm_card_visa', requested_at: purpose === 'sale' ? endedAt : at },
      ...{ received_at: endedAt ?? at, snapshot: { channelName: 'Card' } },
    });
    return id;
  };
  const hold = add(1, 'deposit', captureMinor, isOpen ? 'held' : captureMinor > 0 ? 'succeeded' : 'cancelled');
  if (chargeMinor > 0) add(2, 'sale', chargeMinor, 'succeeded');
  return hold;
}

function addRefund(
  rows: Rows,
  setting: RentalSetting,
  past: PastRental,
  { endedAt }: Told,
  refund: { readonly askedMinor: number; readonly backMinor: number; readonly paymentId: string },
): void {
  const { tenantId, currency } = setting;
  const { orderNo, story, from } = past;
  const id = newId();
  const isBack = refund.backMinor > 0;
  const requestedAt = new Date((endedAt ?? past.at).getTime() + 3 * MINUTE_MS);
  const answeredAt = new Date(requestedAt.getTime() + 40 * MINUTE_MS);
  rows['rental_refund']?.push({
    ...{ tenant_id: tenantId, id, order_no: orderNo, origin: 'customer', status: isBack ? 102 : 100 },
    ...{ provider_state: isBack ? 'succeeded' : null, amount_minor: refund.askedMinor, currency, is_full: false },
    ...{ reason: story.pick(REASONS), requested_by: past.clientId ?? '', requested_by_name: past.customerId },
    ...{
      requested_at: requestedAt,
      answered_by_name: isBack ? BY_STAFF : null,
      answered_at: isBack ? answeredAt : null,
    },
    ...{ answer_reason: isBack ? '' : null, completed_at: isBack ? answeredAt : null, last_error: null },
  });
  if (!isBack) {
    rows['notice']?.push(
      noticeRow(setting, rentalRefundNotice, {
        ...{
          at: requestedAt,
          permission: 'rental:refund',
          spotId: from.spot_id,
          path: `/rentals/refunds?search=${orderNo}`,
        },
        ...{ params: { orderNo, amountMinor: refund.askedMinor, currency }, key: `rental-refund/${id}` },
      }),
    );
    return;
  }
  const part = newId();
  rows['rental_refund_part']?.push({
    ...{ tenant_id: tenantId, id: part, refund_id: id, payment_id: refund.paymentId, amount_minor: refund.backMinor },
    state: 'succeeded',
  });
  rows['payment_refund']?.push({
    ...{ tenant_id: tenantId, refund_id: part, payment_id: refund.paymentId, amount_minor: refund.backMinor, currency },
    ...{ state: 'succeeded', key_number: 1, provider_ref: null, requested_at: answeredAt, changed_at: answeredAt },
  });
  for (const [what, at] of [
    ['refund-requested', requestedAt],
    ['refund-agreed', answeredAt],
    ['refunded', answeredAt],
  ] as const)
    rows['rental_event']?.push(
      eventRow(setting, orderNo, {
        ...{
          at,
          what,
          status: 4,
          source: what === 'refunded' ? 'provider' : what === 'refund-agreed' ? 'staff' : 'customer',
        },
        detail: { refundId: id, amountMinor: refund.askedMinor },
      }),
    );
}

const noticeRow = (
  { tenantId }: RentalSetting,
  kind: { readonly name: string; readonly tone: string },
  told: { at: Date; permission: string; spotId: string | null; path: string; params: object; key: string },
): Row => ({
  ...{ tenant_id: tenantId, id: newId(), kind: kind.name, tone: kind.tone, at: told.at, permission: told.permission },
  ...{ of_spot: true, spot_id: told.spotId, params: told.params, path: told.path, key: told.key },
});

/** Lost returns were settled by themselves; what may have cost too much, and what is not there, waits. */
function addRepair(rows: Rows, setting: RentalSetting, past: PastRental, told: Told): void {
  const { ending, at, from, to, orderNo, plan, serial } = past;
  const { endedAt, feeMinor } = told;
  if (endedAt === null || feeMinor === null || !['lost', 'earlier', 'neverLeft', 'notThere'].includes(ending)) return;
  const cabinet = ending === 'neverLeft' ? from : to;
  const add = (found: {
    readonly kind: string;
    readonly endAt: Date;
    readonly feeMinor: number;
    readonly backMinor?: number;
    readonly confidence: number;
    readonly waits: boolean;
    readonly evidence: object;
  }): void => {
    rows['rental_repair']?.push({
      ...{ tenant_id: setting.tenantId, id: newId(), order_no: orderNo, serial, kind: found.kind },
      ...{ state: found.waits ? 'waiting' : 'settled', confidence: found.confidence, end_at: found.endAt },
      ...{ fee_minor: found.feeMinor, give_back_minor: found.backMinor ?? 0, currency: setting.currency },
      ...{ cabinet_id: cabinet.id, cabinet_imei: cabinet.imei, cabinet_name: cabinet.name },
      slot: slotOf(past, ending === 'neverLeft' ? 'from' : 'to'),
      evidence: { seenAt: endedAt, fromImei: from.imei, fromSlot: slotOf(past, 'from'), ...found.evidence },
      ...{ found_at: endedAt, last_at: endedAt, decided_at: found.waits ? null : endedAt },
      decided_by: found.waits ? null : 'system',
    });
    if (!found.waits) return;
    rows['rental_event']?.push(
      eventRow(setting, orderNo, {
        ...{ at: endedAt, what: 'repair-found', status: told.status, source: 'system' },
        detail: { repair: found.kind, confidence: found.confidence, imei: cabinet.imei },
      }),
    );
    rows['notice']?.push(
      noticeRow(setting, rentalRepairNotice, {
        ...{
          at: endedAt,
          permission: 'rental:close',
          spotId: from.spot_id,
          path: `/rentals/repairs?search=${orderNo}`,
        },
        ...{ params: { orderNo, repair: found.kind }, key: `rental-repair/${orderNo}` },
      }),
    );
  };
  if (ending === 'notThere') {
    add({ kind: 'not-there', endAt: endedAt, feeMinor, confidence: 80, waits: true, evidence: {} });
    return;
  }
  const before = new Date(endedAt.getTime() - (ending === 'earlier' ? 8 * 60 : 9) * MINUTE_MS);
  add({
    ...{ kind: 'in-slot', endAt: endedAt, feeMinor, confidence: ending === 'earlier' ? 60 : 98, waits: false },
    evidence: { notBefore: before, soc: 41 },
  });
  const minutes = ending === 'neverLeft' ? 0 : Math.max(0, (before.getTime() - at.getTime()) / MINUTE_MS);
  const lessMinor = minutes === 0 ? 0 : rentalFee(plan.plan, minutes * 60).feeMinor;
  if (ending === 'lost' || lessMinor >= feeMinor) return;
  const offline = { offlineFrom: new Date(before.getTime() + 10 * MINUTE_MS), offlineUntil: endedAt };
  add({
    ...{ kind: ending === 'neverLeft' ? 'never-left' : 'earlier-return', feeMinor: lessMinor },
    ...{ endAt: ending === 'neverLeft' ? at : before, backMinor: feeMinor - lessMinor, waits: true },
    ...{ confidence: ending === 'neverLeft' ? 80 : 50 },
    evidence: { notBefore: before, soc: 41, ...(ending === 'earlier' ? offline : {}) },
  });
}

/** Where its unit went and came back, and the unit itself where no cabinet will speak of it. */
function addPlaces(rows: Rows, setting: RentalSetting, past: PastRental, told: Told): void {
  const { at, from, to, orderNo, serial, ending } = past;
  const { endedAt } = told;
  const tenant_id = setting.tenantId;
  const add = (placed: { at: Date; state: string; cause: string; cabinet: Cabinet; slot: number }) =>
    rows['power_bank_place']?.push({
      ...{ tenant_id, id: newId(), serial, at: placed.at, state: placed.state, cause: placed.cause },
      ...{ cabinet_id: placed.cabinet.id, cabinet_name: placed.cabinet.name, slot: placed.slot, order_no: orderNo },
    });
  add({ at, state: 'rented', cause: 'ejected', cabinet: from, slot: slotOf(past, 'from') });
  if (endedAt !== null && isReturned(past, told))
    add({
      at: endedAt,
      state: 'in_slot',
      cause: ending === 'lost' ? 'upload' : 'returned',
      cabinet: to,
      slot: slotOf(past, 'to'),
    });
  if (!told.isBought && endedAt !== null) return;
  const since = endedAt ?? at;
  rows['power_bank']?.push({
    ...{ tenant_id, id: newId(), serial, model: 'P5', state: told.isBought ? 'sold' : 'rented', cabinet_id: from.id },
    ...{
      order_no: orderNo,
      state_since: since,
      last_seen_at: at,
      created_at: at,
      created_by: BY_STAFF,
      updated_at: since,
    },
  });
}
