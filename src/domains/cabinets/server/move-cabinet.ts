import type pg from 'pg';
import type { MqttAccess } from '#domains/devices/contract/device.ts';
import { moveCredential, mqttAccess, newDevicePassword, registerAtBroker } from '#domains/devices/server/index.ts';
import { recordAct } from '#platform/audit/server/record-act.ts';
import { can } from '#platform/context/rules/can.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { PlatformDb } from '#platform/database/server/database.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { findPerson } from '#system/session/server/index.ts';
import type { Cabinet } from '../contract/cabinet.ts';
import type { MoveCabinetRequest } from '../contract/endpoints.ts';
import { visibleCabinet } from './cabinet-calls.ts';
import { cabinetDriver } from './cabinet-driver.ts';
import type { RentalBooks } from './rental-book.ts';

const MOVES = 'cabinet:move';
/** A tenant that works. */
const ACTIVE = 1;

const seesAllSpots = ({ isRoot, spotIds }: { isRoot: boolean; spotIds: readonly string[] | null }): boolean =>
  isRoot || spotIds === null;

/** Whether the caller may move cabinets in that tenant too, and sees all of its spots: the cabinet arrives at none of them. */
async function maySendTo({ actor, services }: RequestContext, tenantId: string): Promise<boolean> {
  if (!actor.isRoot && !actor.tenantIds.includes(tenantId)) return false;
  const there = await findPerson(services, actor.id, tenantId);
  return there !== undefined && can(there, MOVES) && seesAllSpots(there);
}

export async function listTenants(context: RequestContext): Promise<{ list: { tenantId: string; name: string }[] }> {
  const ids = context.actor.tenantIds.filter((id) => id !== context.tenantId);
  const allowed: number[] = [];
  for (const id of ids) if (await maySendTo(context, id)) allowed.push(Number(id));
  if (allowed.length === 0) return { list: [] };
  const rows = await context.services.database.acrossTenants('tenants that a cabinet may move to', (db) =>
    db
      .selectFrom('tenant')
      .select(['tenant_id', 'name', 'name_zh'])
      .where('tenant_id', 'in', allowed)
      .where('status', '=', ACTIVE)
      .orderBy('name')
      .execute(),
  );
  return {
    list: rows.map((row) => ({
      tenantId: String(row.tenant_id),
      name: localName(context.language, row.name, row.name_zh),
    })),
  };
}

/**
 * To another tenant (settled 64, practice 9): the row here stays with its history, out of use, and the cabinet begins anew over there
 * with the units that lie in it. Refused while rentals are open. One transaction, for its IMEI exists once.
 */
export const moveCabinet =
  (books: RentalBooks) =>
  async (context: RequestContext, { id, tenantId, reason }: MoveCabinetRequest): Promise<MqttAccess> => {
    requireStepUp(context);
    const { services, actor } = context;
    const to = String(tenantId);
    if (!seesAllSpots(actor)) raise('cabinet.tenant-not-allowed');
    const cabinet = await visibleCabinet(context, id);
    if (to === context.tenantId) raiseAt('tenantId', 'cabinet.tenant-same');
    if (!(await maySendTo(context, to))) raise('cabinet.tenant-not-allowed');
    const password = newDevicePassword();
    await services.database.acrossTenants('a cabinet that moves to another tenant', (db, client) =>
      move(context, db, client, { cabinet, to, password, reason, books }),
    );
    const device = { tenantId: to, kind: 'cabinet', imei: cabinet.imei } as const;
    await registerAtBroker(services, device, password);
    await context.transaction((tx) => tx.live({ kind: 'cabinet', id, spotId: cabinet.spotId }));
    return mqttAccess(services, { ...device, name: cabinet.name }, password);
  };

interface Move {
  readonly cabinet: Cabinet;
  readonly to: string;
  readonly password: string;
  readonly reason: string;
  readonly books: RentalBooks;
}

async function move(context: RequestContext, db: PlatformDb, client: pg.PoolClient, asked: Move): Promise<void> {
  const { cabinet, to, password, reason, books } = asked;
  const now = context.now();
  const from = Number(context.tenantId);
  const held = await db
    .selectFrom('cabinet')
    .select(['spot_id', 'retired_at', 'version'])
    .where('tenant_id', '=', from)
    .where('id', '=', cabinet.id)
    .forUpdate()
    .executeTakeFirst();
  if (!held || held.retired_at !== null) raise('cabinet.not-found');
  const rented = await db
    .selectFrom('power_bank')
    .select('id')
    .where('tenant_id', '=', from)
    .where('cabinet_id', '=', cabinet.id)
    .where('state', '=', 'rented')
    .limit(1)
    .executeTakeFirst();
  if (rented || (await books.hasOpenRentals(db, { tenantId: context.tenantId, cabinetId: cabinet.id })))
    raise('cabinet.rentals-open');
  const { imei } = cabinet;
  await moveCredential(db, client, cabinetDriver, { imei, from: context.tenantId, to, password, now });
  await leaveUnits(db, { from, cabinetId: cabinet.id, name: cabinet.name, now, reason, by: context.actor.name });
  await db
    .updateTable('cabinet')
    .set({ retired_at: now, retired_to: Number(to), spot_id: null, version: held.version + 1 })
    .where('tenant_id', '=', from)
    .where('id', '=', cabinet.id)
    .execute();
  const id = await arrive(db, cabinet, to);
  const act = { objectKind: 'cabinet', at: now, reason };
  await recordAct(db, context, {
    ...{ ...act, tenantId: context.tenantId, action: 'cabinet:move-away', objectId: cabinet.id },
    ...(held.spot_id === null ? {} : { before: { spotId: held.spot_id }, after: { spotId: null } }),
  });
  await recordAct(db, context, { ...act, tenantId: to, action: 'cabinet:move-here', objectId: id });
}

/** The units in its slots go along: the cabinet shows them to the other tenant with its first full upload. */
async function leaveUnits(
  db: PlatformDb,
  gone: { from: number; cabinetId: string; name: string; now: Date; reason: string; by: string },
): Promise<void> {
  const units = await db
    .updateTable('power_bank')
    .set({ state: 'moved', slot: null, state_since: gone.now })
    .where('tenant_id', '=', gone.from)
    .where('cabinet_id', '=', gone.cabinetId)
    .where('slot', 'is not', null)
    .returning(['serial', 'soc'])
    .execute();
  await db
    .deleteFrom('cabinet_slot')
    .where('tenant_id', '=', gone.from)
    .where('cabinet_id', '=', gone.cabinetId)
    .execute();
  if (units.length === 0) return;
  await db
    .insertInto('power_bank_place')
    .values(
      units.map(({ serial, soc }) => ({
        ...{ tenant_id: gone.from, id: newId(), serial, at: gone.now, state: 'moved', cause: 'moved', soc },
        ...{ cabinet_id: gone.cabinetId, cabinet_name: gone.name, by_name: gone.by, reason: gone.reason },
      })),
    )
    .execute();
}

/** A new row, or the one that it had there before. */
async function arrive(db: PlatformDb, cabinet: Cabinet, to: string): Promise<string> {
  const tenant_id = Number(to);
  const before = await db
    .updateTable('cabinet')
    .set({ retired_at: null, retired_to: null })
    .where('tenant_id', '=', tenant_id)
    .where('imei', '=', cabinet.imei)
    .returning('id')
    .executeTakeFirst();
  if (before) return before.id;
  const id = newId();
  const { imei, capacity, model, hardwareVersion, iotId, productName, productKey, simId, firmware } = cabinet;
  const isTaken = await db
    .selectFrom('cabinet')
    .select('id')
    .where('tenant_id', '=', tenant_id)
    .where((where) => where(where.fn<string>('lower', ['name']), '=', cabinet.name.toLowerCase()))
    .executeTakeFirst();
  await db
    .insertInto('cabinet')
    .values({
      ...{ tenant_id, id, imei, capacity, model, firmware },
      // names are unique among the cabinets of a tenant
      name: isTaken ? `${cabinet.name} ${imei}`.slice(0, 100) : cabinet.name,
      ...{ hardware_version: hardwareVersion, iot_id: iotId, product_name: productName },
      ...{ product_key: productKey, sim_id: simId },
    })
    .execute();
  return id;
}
