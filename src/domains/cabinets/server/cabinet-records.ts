import { type SqlBool, sql } from 'kysely';
import { claimImei, newDevicePassword } from '#domains/devices/server/index.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { Imei } from '#platform/http/contract/fields.ts';
import { raise, raiseAt } from '#platform/problems/server/raise.ts';
import { bySpot } from '#platform/records/server/by-spot.ts';
import { serveRecords } from '#platform/records/server/serve-records.ts';
import type { RecordSight } from '#platform/records/server/serving.ts';
import { cabinets } from '../contract/cabinet.ts';
import { cabinetDriver } from './cabinet-driver.ts';
import { countsInSql } from './cabinet-store.ts';

const atSpots = bySpot('spotId');
/** Those of the person's spots that are still here. */
const sight: RecordSight = {
  ...atSpots,
  condition: (actor) => {
    const seen = atSpots.condition(actor);
    return seen === undefined
      ? sql<SqlBool>`record.retired_at is null`
      : sql<SqlBool>`record.retired_at is null and ${seen}`;
  },
};

export const cabinetRecords = serveRecords(cabinets, {
  visible: sight,
  computed: {
    online: sql`record.online`,
    lastHeardAt: sql`record.last_heard_at`,
    presenceChangedAt: sql`record.presence_changed_at`,
    firmware: sql`record.firmware`,
    signal: sql`record.signal`,
    ...countsInSql,
    clockSkewSeconds: sql`record.clock_skew_seconds`,
    uploadedAt: sql`record.uploaded_at`,
    ads: sql`(select count(distinct clip_id)::integer from ad_showing
               where ad_showing.tenant_id = ${THIS_TENANT} and ad_showing.cabinet_id = record.id
                 and (ad_showing.ends_at is null or ad_showing.ends_at > now()))`,
    tenantName: sql`(select name from tenant where tenant.tenant_id = ${THIS_TENANT})`,
  },
  /**
   * Claims the IMEI, which is unique over all tenants; its password is made when somebody asks for it, and shown once. A claim that
   * comes to no row may be taken again by its tenant.
   */
  prepare: async ({ services, tenantId }, request) => {
    const imei = String(request['imei']);
    if (!Imei.safeParse(imei).success) raiseAt('imei', 'cabinet.imei-malformed');
    const claimed = await services.database.acrossTenants('an IMEI is unique over all tenants', (db) =>
      claimImei(db, cabinetDriver, { tenantId, imei }, newDevicePassword()),
    );
    if (!claimed) raiseAt('imei', 'cabinet.imei-taken');
  },
  beforeSave: async (tx, { id, draft, before }) => {
    if (before && draft.capacity < before.capacity) await mustHold(tx, id, draft.capacity);
  },
  beforeRemove: async (tx, { id }) => {
    const units = await tx.db
      .selectFrom('power_bank')
      .select(['state', 'slot'])
      .where('cabinet_id', '=', id)
      .where(sql<SqlBool>`(state = 'rented' or slot is not null)`)
      .execute();
    if (units.some(({ state }) => state === 'rented')) raise('cabinet.rentals-open');
    if (units.length > 0) raise('cabinet.units-inside');
    // those that were there once stay, and say where they were in their history
    await tx.db.updateTable('power_bank').set({ cabinet_id: null }).where('cabinet_id', '=', id).execute();
  },
  examples: {
    name: 'Cabinet 1',
    imei: '860000000000101',
    capacity: '8',
    model: 'C8',
  },
});

/** Slots above the new number hold no unit. */
async function mustHold(tx: Transaction, cabinetId: string, capacity: number): Promise<void> {
  const above = await tx.db
    .selectFrom('cabinet_slot')
    .select('slot')
    .where('cabinet_id', '=', cabinetId)
    .where('slot', '>', capacity)
    .where('serial', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (above) raiseAt('capacity', 'cabinet.capacity-too-small');
  await tx.db.deleteFrom('cabinet_slot').where('cabinet_id', '=', cabinetId).where('slot', '>', capacity).execute();
}
