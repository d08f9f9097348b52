import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { FeePlan } from '#domains/fee-plans/contract/plan.ts';
import type { RefundStatus } from '#domains/refunds/contract/refund.ts';
import type { Actor } from '#platform/context/server/actor.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Tables } from '#platform/database/server/tables.gen.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { KEPT_HOURS } from '#platform/http/server/idempotency.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import type { EndedBy, NotLent, RentalFlag, RentalKind, RentalStatus, RentalStep } from '../contract/codes.ts';
import type { RentalEvent } from '../contract/rental.ts';
import type { RentalState } from '../rules/rental-moves.ts';

export interface Place {
  readonly cabinetId: string;
  readonly imei: string;
  readonly name: string;
  readonly spotId: string | null;
  readonly slot: number | null;
}

export interface Rental {
  readonly id: string;
  readonly orderNo: string;
  readonly state: RentalState;
  readonly kind: RentalKind;
  readonly notLent: NotLent | null;
  readonly from: Place;
  readonly to: Place | null;
  readonly serial: string | null;
  readonly plan: FeePlan;
  readonly planName: string;
  readonly currency: Currency;
  readonly taxRate: number;
  readonly depositMinor: number;
  readonly feeMinor: number | null;
  readonly taxMinor: number | null;
  readonly paidMinor: number;
  readonly refundedMinor: number;
  readonly lateRefundMinor: number;
  readonly refundStatus: RefundStatus | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly returnedAt: Date | null;
  readonly endedAt: Date | null;
  readonly purchaseAt: Date | null;
  readonly askedAt: Date | null;
  readonly endedBy: EndedBy | null;
  readonly endedByName: string;
  readonly endReason: string;
  readonly review: boolean;
  readonly flags: readonly RentalFlag[];
  readonly ejects: number;
  readonly clientKeyId: string | null;
  readonly customerId: string;
  readonly isSandbox: boolean;
  readonly version: number;
}

const select = (db: TenantDb) => db.selectFrom('rental_order').selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

function toRental(row: Row): Rental {
  return {
    ...{ id: row.id, orderNo: row.order_no, serial: row.serial, kind: row.kind as RentalKind },
    state: { status: row.status as RentalStatus, step: row.step as RentalStep },
    notLent: row.not_lent as NotLent | null,
    from: {
      ...{ cabinetId: row.cabinet_id, imei: row.cabinet_imei, name: row.cabinet_name, spotId: row.spot_id },
      slot: row.slot,
    },
    to:
      row.return_cabinet_id === null
        ? null
        : {
            ...{ cabinetId: row.return_cabinet_id, imei: row.return_cabinet_imei ?? '', name: row.return_cabinet_name },
            ...{ spotId: row.return_spot_id, slot: row.return_slot },
          },
    ...{ plan: FeePlan.parse(row.plan), planName: row.plan_name, currency: row.currency as Currency },
    ...{ taxRate: row.tax_rate, depositMinor: row.deposit_minor, feeMinor: row.fee_minor, taxMinor: row.tax_minor },
    ...{ paidMinor: row.paid_minor, refundedMinor: row.refunded_minor, lateRefundMinor: row.late_refund_minor },
    refundStatus: row.refund_status as RefundStatus | null,
    ...{ createdAt: row.created_at, startedAt: row.started_at, returnedAt: row.returned_at, endedAt: row.ended_at },
    ...{ purchaseAt: row.purchase_at, askedAt: row.asked_at, endedBy: row.ended_by as EndedBy | null },
    ...{ endedByName: row.ended_by_name, endReason: row.end_reason, review: row.review },
    ...{ flags: row.flags as RentalFlag[], ejects: row.ejects, clientKeyId: row.client_key_id },
    ...{ customerId: row.customer_id, isSandbox: row.sandbox, version: row.version },
  };
}

/** A client sees its own, a person those that began at the spots that he sees. */
export function visibleTo(actor: Actor) {
  return (eb: ExpressionBuilder<Tables, 'rental_order'>): Expression<SqlBool> => {
    if (actor.storefront) return eb('rental_order.client_key_id', '=', actor.storefront.keyId);
    if (actor.isRoot || actor.spotIds === null) return sql<SqlBool>`true`;
    return eb('rental_order.spot_id', '=', sql<string>`any(${[...actor.spotIds]}::uuid[])`);
  };
}

export async function lockRental(db: TenantDb, orderNo: string): Promise<Rental | undefined> {
  const row = await select(db).where('order_no', '=', orderNo).forUpdate().executeTakeFirst();
  return row && toRental(row);
}

export async function lockVisibleRental({ db, actor }: Transaction, orderNo: string): Promise<Rental | undefined> {
  const row = await select(db).where('order_no', '=', orderNo).where(visibleTo(actor)).forUpdate().executeTakeFirst();
  return row && toRental(row);
}

export async function findVisibleRental(db: TenantDb, actor: Actor, orderNo: string): Promise<Rental | undefined> {
  const row = await select(db).where('order_no', '=', orderNo).where(visibleTo(actor)).executeTakeFirst();
  return row && toRental(row);
}

/** The rental that has this unit, in whichever cabinet of the tenant it began; one that nobody knows the eject of may have it too. */
export async function lockRentalOf(db: TenantDb, serial: string): Promise<Rental | undefined> {
  const row = await select(db)
    .where('serial', '=', serial)
    .where((eb) => eb.or([eb('step', '=', 'out'), eb.and([eb('step', '=', 'ejecting'), eb('status', '=', 7)])]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row && toRental(row);
}

/** The last rental that ended with the unit in that slot. */
export async function lockEndedWith(
  db: TenantDb,
  { serial, cabinetId, slot }: { readonly serial: string; readonly cabinetId: string; readonly slot: number },
): Promise<Rental | undefined> {
  const row = await select(db)
    .where('serial', '=', serial)
    .where('step', '=', 'over')
    .where('returned_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row?.return_cabinet_id === cabinetId && row.return_slot === slot ? toRental(row) : undefined;
}

/** The last rental of a unit, if it ended without it: bought, or ended by staff. */
export async function lockEndedWithout(db: TenantDb, serial: string): Promise<Rental | undefined> {
  const row = await select(db)
    .where('serial', '=', serial)
    .where('step', '<>', 'cancelled')
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row && row.step === 'over' && row.returned_at === null ? toRental(row) : undefined;
}

/** The rental that this key has begun; one that is older than a key is kept gives it free (security 9.1). */
export async function findByRequestKey(tx: Transaction, clientKeyId: string, key: string): Promise<Rental | undefined> {
  const row = await select(tx.db)
    .where('client_key_id', '=', clientKeyId)
    .where('request_key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const rental = toRental(row);
  if (tx.now().getTime() - rental.createdAt.getTime() <= KEPT_HOURS * 3_600_000) return rental;
  await tx.db.updateTable('rental_order').set({ request_key: null }).where('id', '=', rental.id).execute();
  return undefined;
}

/** Rentals of one customer as one client knows him, the newest first. */
export async function findHistory(
  db: TenantDb,
  of: { readonly clientKeyId: string; readonly customerId: string; readonly offset: number; readonly limit: number },
): Promise<{ readonly total: number; readonly rentals: readonly Rental[] }> {
  const own = select(db).where('client_key_id', '=', of.clientKeyId).where('customer_id', '=', of.customerId);
  const rows = await own.orderBy('created_at', 'desc').orderBy('id').offset(of.offset).limit(of.limit).execute();
  const { total } = await db
    .selectFrom('rental_order')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('client_key_id', '=', of.clientKeyId)
    .where('customer_id', '=', of.customerId)
    .executeTakeFirstOrThrow();
  return { total: Number(total), rentals: rows.map(toRental) };
}

export interface RentalChange {
  readonly state?: RentalState;
  readonly kind?: RentalKind;
  readonly notLent?: NotLent;
  readonly slot?: number;
  readonly serial?: string;
  readonly to?: Place;
  readonly feeMinor?: number;
  readonly taxMinor?: number;
  readonly paidMinor?: number;
  readonly refundedMinor?: number;
  readonly lateRefundMinor?: number;
  readonly refundStatus?: RefundStatus | null;
  readonly startedAt?: Date;
  readonly returnedAt?: Date;
  readonly endedAt?: Date;
  readonly purchaseAt?: Date | null;
  readonly askedAt?: Date;
  readonly endedBy?: EndedBy;
  readonly endedByName?: string;
  readonly endReason?: string;
  readonly review?: boolean;
  readonly flags?: readonly RentalFlag[];
  readonly ejects?: number;
}

/** Writes a change of a rental that the caller holds the lock of; answers it as it is now. */
export async function updateRental(tx: Transaction, rental: Rental, change: RentalChange): Promise<Rental> {
  const { state, to, flags } = change;
  const row = await tx.db
    .updateTable('rental_order')
    .set({
      ...(state ? { status: state.status, step: state.step } : {}),
      ...(to
        ? {
            ...{ return_cabinet_id: to.cabinetId, return_cabinet_imei: to.imei, return_cabinet_name: to.name },
            ...{ return_spot_id: to.spotId, return_slot: to.slot },
          }
        : {}),
      ...plainChange(change),
      ...(flags ? { flags: [...flags] } : {}),
      ...{ changed_at: tx.now(), version: rental.version + 1 },
    })
    .where('id', '=', rental.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const after = toRental(row);
  await tx.live({ kind: 'rental', id: after.orderNo, spotId: after.from.spotId, permission: 'rental:view' });
  return after;
}

const COLUMNS = {
  ...{
    kind: 'kind',
    notLent: 'not_lent',
    slot: 'slot',
    serial: 'serial',
    feeMinor: 'fee_minor',
    taxMinor: 'tax_minor',
  },
  ...{ paidMinor: 'paid_minor', refundedMinor: 'refunded_minor', lateRefundMinor: 'late_refund_minor' },
  ...{ refundStatus: 'refund_status', startedAt: 'started_at', returnedAt: 'returned_at', endedAt: 'ended_at' },
  ...{ purchaseAt: 'purchase_at', askedAt: 'asked_at', endedBy: 'ended_by', endedByName: 'ended_by_name' },
  ...{ endReason: 'end_reason', review: 'review', ejects: 'ejects' },
} as const;

function plainChange(change: RentalChange): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([field, column]) => {
      const value = change[field as keyof typeof COLUMNS];
      return value === undefined ? [] : [[column, value]];
    }),
  );
}

export interface HappenedTo {
  readonly what: string;
  readonly source: RentalEvent['source'];
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly actor?: string;
}

export async function recordRentalEvent(
  tx: Transaction,
  { orderNo, state }: Pick<Rental, 'orderNo' | 'state'>,
  { what, source, detail, actor }: HappenedTo,
): Promise<void> {
  await tx.db
    .insertInto('rental_event')
    .values({
      ...{ id: newId(), order_no: orderNo, at: tx.now(), what, status: state.status, source },
      actor: actor ?? (source === 'staff' ? tx.actor.name : ''),
      detail: JSON.stringify(detail ?? {}),
    })
    .execute();
}

export async function findRentalEvents(db: TenantDb, orderNo: string): Promise<RentalEvent[]> {
  const rows = await db
    .selectFrom('rental_event')
    .select(['id', 'at', 'what', 'status', 'source', 'actor', 'detail'])
    .where('order_no', '=', orderNo)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, at: row.at.toISOString(), what: row.what, status: row.status as RentalStatus, actor: row.actor },
    ...{ source: row.source as RentalEvent['source'], detail: row.detail as Record<string, unknown> },
  }));
}
