import type { RentalBook } from '#domains/cabinets/server/index.ts';

/** What cabinets ask of rentals: which units are with customers, and whether a cabinet may leave its tenant. */
export const rentalBook: RentalBook = {
  openRentals: async (db, serials) => {
    const rows = await db
      .selectFrom('rental_order')
      .select(['serial', 'order_no'])
      .where('serial', 'in', [...serials])
      .where('step', 'in', ['ejecting', 'out'])
      .orderBy('created_at')
      .execute();
    return new Map(rows.map((row) => [row.serial ?? '', row.order_no]));
  },
  hasOpenRentals: async (db, { tenantId, cabinetId }) => {
    const row = await db
      .selectFrom('rental_order')
      .select('id')
      .where('tenant_id', '=', Number(tenantId))
      .where('cabinet_id', '=', cabinetId)
      .where('step', 'in', ['holding', 'ejecting', 'out'])
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },
};
