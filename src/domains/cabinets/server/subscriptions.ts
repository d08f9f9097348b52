import { deviceEvents } from '#domains/devices/contract/events.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { type Subscription, subscribe } from '#platform/events/server/subscribe.ts';
import { cabinetEvents } from '../contract/events.ts';
import { applyEjected, applyReturned } from './apply-report.ts';
import { applySlots } from './apply-slots.ts';
import { type CabinetRow, lockCabinet, sendCabinetCommand } from './cabinet-store.ts';
import { checkEject, leaveUnresolved, lockEject, lockEjectOfCheck, settleEjected, settleFailed } from './eject.ts';
import type { RentalBooks } from './rental-book.ts';

/** What cabinets say becomes slots, units and facts for others; the facts of one cabinet come in the order in which it said them. */
export const subscriptionsOf = (books: RentalBooks): Subscription[] => [
  subscribe(cabinetEvents.returnReported, 'cabinets.returned', (tx, said) => applyReturned(tx, said, books)),
  subscribe(cabinetEvents.ejectReported, 'cabinets.ejected', (tx, said) => applyEjected(tx, said, books)),
  subscribe(cabinetEvents.slotReported, 'cabinets.slot', (tx, said) =>
    applySlots(tx, said, [said.report], { books, isFull: false }),
  ),
  subscribe(cabinetEvents.slotsReported, 'cabinets.slots', (tx, said) =>
    applySlots(tx, said, said.report.slots, { books, isFull: true }),
  ),
  subscribe(
    deviceEvents.commandFinished,
    'cabinets.command-finished',
    async (tx, finished) => ENDINGS.get(finished.cmd)?.(tx, finished),
    { concerns: ({ cmd }) => ENDINGS.has(cmd) },
  ),
];

interface Finished {
  readonly commandId: string;
  readonly imei: string;
  readonly state: string;
  readonly resultCode: string | null;
}

/** What the end of a command means to units and rentals; that of others means nothing to them. */
const ENDINGS: ReadonlyMap<string, (tx: Transaction, finished: Finished) => Promise<void>> = new Map([
  ['eject', ejectFinished],
  ['check', checkFinished],
  ['popAll', popAllFinished],
]);

async function popAllFinished(tx: Transaction, { imei, state }: Finished): Promise<void> {
  if (state !== 'expired') await sendCabinetCommand(tx, { imei, cmd: 'uploadAll', args: {} });
}

async function ejectFinished(tx: Transaction, { commandId, state, resultCode }: Finished): Promise<void> {
  const cabinet = await cabinetOf(tx, 'id', commandId);
  const eject = await lockEject(tx.db, commandId);
  if (!cabinet || !eject) return;
  if (state === 'succeeded') {
    const { data, at } = await answerOf(tx, commandId);
    const serial = typeof data?.['serial'] === 'string' ? data['serial'] : null;
    return settleEjected(tx, cabinet, eject, { serial, at });
  }
  if (state === 'failed') return settleFailed(tx, cabinet, eject, resultCode ?? 'FAILED');
  if (state === 'timed_out') return eject.state === 'asked' ? checkEject(tx, eject, cabinet.imei) : undefined;
  // it never reached the cabinet, or the cabinet refused it as too old
  return settleFailed(tx, cabinet, eject, state === 'cancelled' ? 'CANCELLED' : 'EXPIRED');
}

/** The slot was looked at because the eject was not answered (practice 9). */
async function checkFinished(tx: Transaction, { commandId, state }: Finished): Promise<void> {
  const cabinet = await cabinetOf(tx, 'check_id', commandId);
  const eject = await lockEjectOfCheck(tx.db, commandId);
  if (!cabinet || eject?.state !== 'checking') return;
  if (state !== 'succeeded') return leaveUnresolved(tx, cabinet, eject);
  const { data, at } = await answerOf(tx, commandId);
  const serial = data?.['serial'] ?? null;
  const isThere = eject.serial === null ? serial !== null : serial === eject.serial;
  if (isThere) await settleFailed(tx, cabinet, eject, 'STILL_THERE');
  else await settleEjected(tx, cabinet, eject, { serial: eject.serial, at });
}

/** Locked before its eject, as everywhere. */
async function cabinetOf(tx: Transaction, column: 'id' | 'check_id', id: string): Promise<CabinetRow | undefined> {
  const found = await tx.db.selectFrom('cabinet_eject').select('cabinet_id').where(column, '=', id).executeTakeFirst();
  return found && lockCabinet(tx.db, found.cabinet_id);
}

async function answerOf(
  tx: Transaction,
  commandId: string,
): Promise<{ data: Record<string, unknown> | null; at: Date }> {
  const row = await tx.db
    .selectFrom('device_command')
    .select(['result_data', 'finished_at'])
    .where('id', '=', commandId)
    .executeTakeFirstOrThrow();
  return { data: row.result_data as Record<string, unknown> | null, at: row.finished_at ?? tx.now() };
}
