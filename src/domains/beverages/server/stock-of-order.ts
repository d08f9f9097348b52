import type { TenantDb } from '#platform/database/server/database.ts';
import type { Language } from '#platform/http/contract/envelope.ts';
import { localName } from '#platform/i18n/rules/local-name.ts';

export interface HeldMaterial {
  readonly drinkNo: number;
  readonly name: string;
  readonly unit: string;
  readonly amount: number;
  readonly state: 'reserved' | 'consumed' | 'released';
}

/** What an order holds or held of its robot's stock, cup by cup (practice 13). */
export async function stockOfOrder(db: TenantDb, orderNo: string, language: Language): Promise<HeldMaterial[]> {
  const rows = await db
    .selectFrom('stock_reservation')
    .innerJoin('material', 'material.id', 'stock_reservation.material_id')
    .select(['drink_no', 'name', 'name_zh', 'unit', 'amount', 'state'])
    .where('order_no', '=', orderNo)
    .orderBy('drink_no')
    .orderBy('name')
    .execute();
  return rows.map((row) => ({
    ...{ drinkNo: row.drink_no, name: localName(language, row.name, row.name_zh), unit: row.unit, amount: row.amount },
    state: row.state as HeldMaterial['state'],
  }));
}
