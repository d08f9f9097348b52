import type { RequestContext } from '#platform/context/server/request-context.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import { lockRecord } from '#platform/records/server/save-record.ts';
import type { CorrectRequest } from '../contract/endpoints.ts';
import { correctedState } from '../rules/correction.ts';
import { closeNotices } from './notice-store.ts';
import { noticeList, unitRecords } from './unit-records.ts';
import { findUnit, lockUnit, placeUnit } from './unit-store.ts';

/** Pages know a unit by its serial number. */
export async function unitBySerial(context: RequestContext, { serial }: { readonly serial: string }) {
  const found = (await context.read((db) => findUnit(db, serial))) ?? raise('power-bank.not-found');
  const row = await oneRecord(unitRecords.served, context, found.id);
  return { id: String(row['id']) };
}

/** Staff say what became of a unit; a rented one is the business of its order. */
export const correctUnit = (context: RequestContext, { id, correction, reason }: CorrectRequest): Promise<null> =>
  context.transaction(async (tx) => {
    const row = await lockRecord(unitRecords.served, tx, id);
    const serial = String((row as unknown as { serial: string }).serial);
    const unit = await lockUnit(tx, serial);
    if (unit.state === 'rented') raise('power-bank.rented');
    const next = correctedState(unit, correction) ?? raise('power-bank.already-so');
    await placeUnit(tx, unit, {
      ...{ state: next, cause: 'staff', at: tx.now(), cabinetId: unit.cabinetId, slot: unit.slot },
      ...{ reason, byName: tx.actor.name },
    });
    if (next === 'broken') await closeNotices(tx, [serial], ['fault', 'low'], { by: tx.actor.name, note: reason });
    if (next !== 'missing') await closeNotices(tx, [serial], ['contradiction'], { by: tx.actor.name, note: reason });
    await tx.audit({
      ...{ action: 'cabinet:edit', objectKind: 'powerBank', objectId: id, reason },
      ...{ before: { state: unit.state }, after: { state: next } },
    });
    if (unit.cabinetId !== null) await tx.live({ kind: 'cabinet', id: unit.cabinetId, permission: 'cabinet:view' });
    return null;
  });

/** Somebody has seen to it. */
export const finishNotice = async (
  context: RequestContext,
  { id, note }: { readonly id: string; readonly note: string },
): Promise<null> => {
  if (!isUuid(id)) raise('record.not-found');
  // before the change, which must not wait for a second connection while it holds one
  await oneRecord(noticeList.served, context, id);
  return context.transaction(async (tx) => {
    const done = await tx.db
      .updateTable('power_bank_notice')
      .set({ state: 'done', done_at: tx.now(), done_by: tx.actor.name, note })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning(['serial', 'kind'])
      .executeTakeFirst();
    if (!done) raise('power-bank.notice-done');
    await tx.audit({
      action: 'cabinet:edit',
      objectKind: 'powerBankNotice',
      objectId: id,
      after: { state: 'done', note },
    });
    await tx.live({ kind: 'powerBankNotice', id, permission: 'cabinet:view' });
    return null;
  });
};
