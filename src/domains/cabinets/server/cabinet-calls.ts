import type { MqttAccess } from '#domains/devices/contract/device.ts';
import {
  findCommands,
  findEvents,
  hasActiveCommand,
  mqttAccess,
  renewPassword,
} from '#domains/devices/server/index.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { toPage } from '#platform/database/server/page.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { oneRecord } from '#platform/records/server/list-records.ts';
import { lockRecord } from '#platform/records/server/save-record.ts';
import type { Cabinet } from '../contract/cabinet.ts';
import type { CabinetSlots, EjectSlotRequest, PopAllRequest } from '../contract/endpoints.ts';
import { isBorrowable, isFree } from '../rules/slots.ts';
import { cabinetDriver } from './cabinet-driver.ts';
import { cabinetRecords } from './cabinet-records.ts';
import { type CabinetRow, findCabinet, lockCabinet, sendCabinetCommand } from './cabinet-store.ts';
import { sendEject } from './eject.ts';
import { findLendFrom } from './lend-from.ts';
import { findSlots, type Slot } from './slot-store.ts';

const { served } = cabinetRecords;
const HISTORY_DAYS = 30;
const DAY_MS = 86_400_000;

/** A cabinet that the caller sees; else it is not there. */
export const visibleCabinet = async (context: RequestContext, id: string): Promise<Cabinet> =>
  (await oneRecord(served, context, id)) as unknown as Cabinet;

async function lockVisible(tx: Transaction, id: string): Promise<CabinetRow> {
  await lockRecord(served, tx, id);
  return (await lockCabinet(tx.db, id)) ?? raise('cabinet.not-found');
}

/** Each slot of its capacity, also those of which it has not spoken; above it those that something is in. */
export async function readSlots(context: RequestContext, { id }: { readonly id: string }): Promise<CabinetSlots> {
  const cabinet = await visibleCabinet(context, id);
  const { slots, broken, lendFrom } = await context.read(async (db) => {
    const found = await findSlots(db, id);
    return { slots: found, broken: await brokenOf(db, found), lendFrom: await findLendFrom(db) };
  });
  const known = new Map(slots.map((slot) => [slot.slot, slot]));
  const ofCapacity = Array.from({ length: cabinet.capacity }, (_, at) => at + 1);
  const above = slots.filter((slot) => slot.slot > cabinet.capacity && !isFree(slot)).map(({ slot }) => slot);
  const now = context.now();
  return {
    cabinetId: id,
    uploadedAt: cabinet.uploadedAt,
    slots: [...ofCapacity, ...above].map((slot) => viewOf(slot, known.get(slot), { broken, lendFrom, now })),
  };
}

async function brokenOf(db: TenantDb, slots: readonly Slot[]): Promise<ReadonlySet<string>> {
  const serials = slots.flatMap(({ serial }) => serial ?? []);
  if (serials.length === 0) return new Set();
  const rows = await db
    .selectFrom('power_bank')
    .select('serial')
    .where('serial', 'in', serials)
    .where('state', '=', 'broken')
    .execute();
  return new Set(rows.map(({ serial }) => serial));
}

const UNKNOWN_SLOT = { state: 'empty', serial: null, soc: null, temperatureTenths: null, lock: '', fault: '' } as const;

interface Around {
  readonly broken: ReadonlySet<string>;
  readonly lendFrom: number;
  readonly now: Date;
}

function viewOf(slot: number, known: Slot | undefined, { broken, lendFrom, now }: Around) {
  if (!known) return { ...UNKNOWN_SLOT, slot, since: null, borrowable: false, reservedUntil: null };
  const { state, serial, soc, temperatureTenths, lock, fault, since, reservedUntil } = known;
  return {
    ...{ slot, state, serial, soc, temperatureTenths, lock, fault, since: since?.toISOString() ?? null },
    borrowable: isBorrowable(known, lendFrom) && !broken.has(serial ?? ''),
    reservedUntil: reservedUntil && reservedUntil > now ? reservedUntil.toISOString() : null,
  };
}

/** Pages know a cabinet by its IMEI. */
export async function cabinetByImei(context: RequestContext, { imei }: { readonly imei: string }) {
  const found = (await context.read((db) => findCabinet(db, { imei }))) ?? raise('cabinet.not-found');
  return { id: (await visibleCabinet(context, found.id)).id };
}

interface OfCabinet {
  readonly id: string;
  readonly pageNo: number;
  readonly pageSize: number;
}

export async function pageCommands(context: RequestContext, { id, pageNo, pageSize }: OfCabinet) {
  const { imei } = await visibleCabinet(context, id);
  const { records, total } = await context.read((db) => findCommands(db, imei, { pageNo, pageSize }));
  return toPage(records, total, { pageNo, pageSize });
}

export async function pageEvents(context: RequestContext, { id, pageNo, pageSize }: OfCabinet) {
  const { imei } = await visibleCabinet(context, id);
  const to = new Date(context.now().getTime() + DAY_MS);
  const from = new Date(to.getTime() - (HISTORY_DAYS + 1) * DAY_MS);
  const { records, total } = await context.read((db) => findEvents(db, imei, { from, to }, { pageNo, pageSize }));
  return toPage(records, total, { pageNo, pageSize });
}

/** Asks for the full state; while one is asked for there is no second. */
export const uploadAll = (context: RequestContext, { id }: { readonly id: string }) =>
  context.transaction(async (tx) => {
    const cabinet = await lockVisible(tx, id);
    if (!cabinet.online) raise('cabinet.offline');
    if (await hasActiveCommand(tx.db, cabinet.imei, 'uploadAll')) raise('cabinet.command-open');
    const command = await sendCabinetCommand(tx, { imei: cabinet.imei, cmd: 'uploadAll', args: {} });
    await tx.db.updateTable('cabinet').set({ upload_asked_at: tx.now() }).where('id', '=', id).execute();
    await audit(tx, 'cabinet:edit', id, { cmd: 'uploadAll', commandId: command.id });
    return { commandId: command.id };
  });

/** One unit for staff; also of a slot of which the cabinet has not spoken yet. */
export const ejectSlot = (context: RequestContext, { id, slot, reason }: EjectSlotRequest) =>
  context.transaction(async (tx) => {
    await lockVisible(tx, id);
    const known = (await findSlots(tx.db, id)).find((one) => one.slot === slot);
    if (known?.state === 'empty') raise('cabinet.slot-empty');
    const isReserved = known?.reservedUntil != null && known.reservedUntil > tx.now();
    if (isReserved) raise('cabinet.command-open');
    const command = await sendEject(tx, { cabinetId: id, slot, serial: known?.serial ?? null, reason });
    await audit(tx, 'cabinet:pop', id, { cmd: 'eject', slot, serial: known?.serial, commandId: command.id }, reason);
    return { commandId: command.id };
  });

/** All units for staff (practice 9): whoever asks has typed the number of the cabinet. */
export const popAll = (context: RequestContext, { id, imei, reason }: PopAllRequest) =>
  context.transaction(async (tx) => {
    const cabinet = await lockVisible(tx, id);
    if (imei !== cabinet.imei) raiseAt('imei', 'cabinet.number-wrong');
    if (!cabinet.online) raise('cabinet.offline');
    if (await hasActiveCommand(tx.db, cabinet.imei, 'popAll')) raise('cabinet.command-open');
    // a customer's unit must not come out into other hands
    const slots = await findSlots(tx.db, id);
    const isAtWork =
      slots.some(({ reservedUntil }) => reservedUntil !== null && reservedUntil > tx.now()) ||
      (await hasActiveCommand(tx.db, cabinet.imei, 'eject'));
    if (isAtWork) raise('cabinet.command-open');
    const command = await sendCabinetCommand(tx, { imei: cabinet.imei, cmd: 'popAll', args: {}, reason });
    const serials = slots.flatMap(({ serial }) => serial ?? []);
    await audit(tx, 'cabinet:pop', id, { cmd: 'popAll', serials, commandId: command.id }, reason);
    await tx.live({ kind: 'cabinet', id, spotId: cabinet.spotId });
    return { commandId: command.id };
  });

/** A new password, shown once. The old one ends at once, and so does a connection with it. */
export async function renewCredential(context: RequestContext, { id }: { readonly id: string }): Promise<MqttAccess> {
  const { services, tenantId } = context;
  const { imei, name } = await context.transaction(async (tx) => {
    const found = await lockVisible(tx, id);
    await audit(tx, 'cabinet:edit', id, { credential: 'renewed' });
    return found;
  });
  const password = await renewPassword(services, cabinetDriver, { tenantId, imei }, context.now());
  return mqttAccess(services, { tenantId, kind: 'cabinet', imei, name }, password);
}

const audit = (tx: Transaction, action: string, objectId: string, after: object, reason?: string): Promise<void> =>
  tx.audit({ action, objectKind: 'cabinet', objectId, after, ...(reason === undefined ? {} : { reason }) });
