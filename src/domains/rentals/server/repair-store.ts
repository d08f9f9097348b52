import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { type RentalRepair, RepairEvidence, type RepairKind, type RepairState } from '../contract/repair.ts';
import type { Rental } from './rental-store.ts';

const select = (db: TenantDb) => db.selectFrom('rental_repair').selectAll();
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

/** As it is shown, with the cabinet that it ends in. */
export interface Repair extends RentalRepair {
  readonly cabinetId: string | null;
}

const toRepair = (row: Row): Repair => ({
  ...{ id: row.id, orderNo: row.order_no, serial: row.serial, kind: row.kind as RepairKind },
  ...{ state: row.state as RepairState, confidence: row.confidence, endAt: row.end_at.toISOString() },
  ...{ feeMinor: row.fee_minor, giveBackMinor: row.give_back_minor, currency: row.currency as Currency },
  ...{ cabinetId: row.cabinet_id, cabinetImei: row.cabinet_imei, cabinetName: row.cabinet_name, slot: row.slot },
  ...{ evidence: RepairEvidence.parse(row.evidence), foundAt: row.found_at.toISOString() },
  ...{ lastAt: row.last_at.toISOString(), times: row.times, decidedAt: row.decided_at?.toISOString() ?? null },
  ...{ decidedBy: row.decided_by as RentalRepair['decidedBy'], decidedByName: row.decided_by_name, note: row.note },
});

/** As callers read it. */
export function repairView({ cabinetId: _, ...repair }: Repair): RentalRepair {
  return repair;
}

/** Those of a rental, the newest first. */
export async function findRepairs(db: TenantDb, orderNo: string): Promise<Repair[]> {
  const rows = await select(db).where('order_no', '=', orderNo).orderBy('found_at', 'desc').orderBy('id').execute();
  return rows.map(toRepair);
}

export async function findRepair(db: TenantDb, id: string): Promise<Repair | undefined> {
  const row = await select(db).where('id', '=', id).executeTakeFirst();
  return row && toRepair(row);
}

export interface Found {
  readonly kind: RepairKind;
  readonly confidence: number;
  readonly endAt: Date;
  readonly feeMinor: number;
  readonly giveBackMinor?: number;
  readonly place: { readonly cabinetId: string; readonly imei: string; readonly name: string; readonly slot: number };
  readonly evidence: Partial<RepairEvidence> & Pick<RepairEvidence, 'seenAt'>;
}

/** What was found, waiting; the same again is seen once more. Undefined where somebody has said already that it is not so, and it is no surer. */
export async function keepFound(tx: Transaction, rental: Rental, found: Found): Promise<Repair | undefined> {
  const dismissed = await tx.db
    .selectFrom('rental_repair')
    .select('id')
    .where('order_no', '=', rental.orderNo)
    .where('kind', '=', found.kind)
    .where('state', '=', 'dismissed')
    .where('confidence', '>=', found.confidence)
    .where('cabinet_id', '=', found.place.cabinetId)
    .where('slot', '=', found.place.slot)
    .limit(1)
    .executeTakeFirst();
  if (dismissed) return undefined;
  const row = await tx.db
    .insertInto('rental_repair')
    .values(valuesOf(tx, rental, found))
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'order_no', 'kind'])
        .where('state', '=', 'waiting')
        .doUpdateSet({
          times: sql<number>`rental_repair.times + 1`,
          ...{ last_at: tx.now(), confidence: (eb) => eb.ref('excluded.confidence') },
        }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return toRepair(row);
}

/** What was clear: found and settled by itself. */
export async function keepSettled(tx: Transaction, rental: Rental, found: Found): Promise<void> {
  await tx.db
    .insertInto('rental_repair')
    .values({ ...valuesOf(tx, rental, found), state: 'settled', decided_at: tx.now(), decided_by: 'system' })
    .execute();
}

const valuesOf = (tx: Transaction, rental: Rental, found: Found) => ({
  ...{ id: newId(), order_no: rental.orderNo, serial: rental.serial ?? '', kind: found.kind },
  ...{ confidence: found.confidence, end_at: found.endAt, fee_minor: found.feeMinor, currency: rental.currency },
  ...{ give_back_minor: found.giveBackMinor ?? 0, cabinet_id: found.place.cabinetId, cabinet_imei: found.place.imei },
  ...{ cabinet_name: found.place.name, slot: found.place.slot, found_at: tx.now(), last_at: tx.now() },
  evidence: JSON.stringify(RepairEvidence.parse(found.evidence)),
});

/** How sure it is by now. */
export async function setConfidence(tx: Transaction, id: string, confidence: number): Promise<void> {
  await tx.db.updateTable('rental_repair').set({ confidence }).where('id', '=', id).execute();
}

export async function closeRepair(
  tx: Transaction,
  id: string,
  decided: {
    readonly state: Exclude<RepairState, 'waiting'>;
    readonly by: 'system' | 'staff';
    readonly note?: string | undefined;
  },
): Promise<void> {
  await tx.db
    .updateTable('rental_repair')
    .set({
      ...{ state: decided.state, decided_at: tx.now(), decided_by: decided.by, note: decided.note ?? '' },
      decided_by_name: decided.by === 'staff' ? tx.actor.name : '',
    })
    .where('id', '=', id)
    .execute();
}

/** Whether one of these kinds waits to be decided. */
export async function hasWaiting(db: TenantDb, orderNo: string, kinds: readonly RepairKind[]): Promise<boolean> {
  const row = await db
    .selectFrom('rental_repair')
    .select('id')
    .where('order_no', '=', orderNo)
    .where('kind', 'in', [...kinds])
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Those that wait, of these kinds, have nothing to say any more; answers how many there were. */
export async function letRepairsGo(tx: Transaction, orderNo: string, kinds: readonly RepairKind[]): Promise<number> {
  const rows = await tx.db
    .updateTable('rental_repair')
    .set({ state: 'gone', decided_at: tx.now(), decided_by: 'system' })
    .where('order_no', '=', orderNo)
    .where('kind', 'in', [...kinds])
    .where('state', '=', 'waiting')
    .returning('id')
    .execute();
  return rows.length;
}
