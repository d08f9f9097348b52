import { type SqlBool, sql } from 'kysely';
import type { Actor } from '#platform/context/server/actor.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import { newId } from '#platform/ids/server/new-id.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { serveList, serveRecords } from '#platform/records/server/serve-records.ts';
import { powerBankNotices, powerBankPlaces, powerBanks } from '../contract/power-bank.ts';

/** Of cabinets at the person's spots; what was in none yet is seen by who sees all. */
const atSpots = ({ isRoot, spotIds }: Actor) =>
  isRoot || spotIds === null
    ? undefined
    : sql<SqlBool>`record.cabinet_id in (select c.id from cabinet c where c.tenant_id = ${THIS_TENANT}
                     and c.spot_id = any(${[...spotIds]}::uuid[]))`;

export const unitRecords = serveRecords(powerBanks, {
  visible: {
    condition: atSpots,
    sees: ({ isRoot, spotIds }, { cabinetId }) => isRoot || spotIds === null || cabinetId !== null,
    spotOf: () => null,
  },
  computed: {
    stateSince: sql`record.state_since`,
    openNotices: sql`(select count(*)::int from power_bank_notice n
      where n.tenant_id = ${THIS_TENANT} and n.serial = record.serial and n.state = 'open')`,
  },
  asked: {
    spotId: sql`coalesce((select c.spot_id::text from cabinet c
      where c.tenant_id = ${THIS_TENANT} and c.id = record.cabinet_id), '')`,
  },
  afterSave: async (tx, { after, before }, context) => {
    // nor where a removal is taken back
    if (before || !context) return;
    await tx.db
      .insertInto('power_bank_place')
      .values({
        ...{ id: newId(), serial: after.serial, at: tx.now(), state: after.state ?? 'in_service', cause: 'staff' },
        by_name: tx.actor.name,
      })
      .execute();
  },
  along: {
    keep: async (tx, id) => {
      const row = await tx.db.selectFrom('power_bank').select('state_since').where('id', '=', id).executeTakeFirst();
      return row?.state_since.toISOString() ?? null;
    },
    restore: async (tx, id, since) => {
      if (typeof since !== 'string') return;
      await tx.db
        .updateTable('power_bank')
        .set({ state_since: new Date(since) })
        .where('id', '=', id)
        .execute();
    },
  },
  beforeRemove: async (_tx, { state, slot }) => {
    if (state === 'rented') raise('power-bank.rented');
    if (slot !== null) raise('power-bank.in-slot');
  },
  examples: { serial: 'PB0000001', model: 'P5' },
});

export const placeList = serveList(powerBankPlaces, { visible: { condition: atSpots } });
export const noticeList = serveList(powerBankNotices, { visible: { condition: atSpots } });
