import { sql } from 'kysely';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { removeIn } from '#platform/records/server/remove-record.ts';
import { saveRecord } from '#platform/records/server/save-record.ts';
import type { CopiedKind, CopyItem } from '../contract/copy-run.ts';
import { cleanDeed } from '../rules/clean-plan.ts';
import { SERVED } from './read-trees.ts';

/** What points at others goes before them. */
export const CLEAN_ORDER = ['beverage', 'group', 'menu', 'material'] as const satisfies readonly CopiedKind[];

interface Found {
  readonly id: string;
  readonly name: string;
  readonly nameZh: string;
  readonly version: number;
  readonly targetVersion: number;
  readonly touched: boolean;
  readonly inUse: boolean;
  readonly onSale: boolean | null;
}

/** Cleans the copies of one kind in one transaction. */
export async function cleanKind(target: RequestContext, tx: Transaction, kind: CopiedKind): Promise<CopyItem[]> {
  const items = new Map<string, CopyItem>();
  for (;;) {
    let removed = 0;
    for (const one of await findCopies(tx, kind)) {
      const item = await cleanOne(target, tx, kind, one);
      const before = items.get(one.id);
      items.set(one.id, before?.outcome === 'disabled' ? before : item);
      if (item.outcome === 'removed') removed += 1;
    }
    // a menu is free once those below it are gone
    if (kind !== 'menu' || removed === 0) return [...items.values()];
  }
}

async function cleanOne(target: RequestContext, tx: Transaction, kind: CopiedKind, one: Found): Promise<CopyItem> {
  const { id, name, nameZh, inUse, onSale } = one;
  const touched = one.touched || one.version !== one.targetVersion;
  const deed = cleanDeed({ created: true, touched, inUse, onSale });
  const item = (outcome: CopyItem['outcome']): CopyItem => ({
    ...{ kind, id: outcome === 'removed' ? null : id, name, nameZh, outcome, notes: [] },
  });
  if (deed === 'keep') return item('kept');
  if (deed === 'disable') {
    await saveRecord(SERVED[kind], target, tx, { id, given: { status: 'off_sale' }, words: undefined });
    return item('disabled');
  }
  await removeIn(SERVED[kind], target, tx, id);
  return item('removed');
}

const isThere = (table: string, column: string) =>
  sql`exists (select from ${sql.table(table)} as used where used.tenant_id = ${THIS_TENANT} and ${sql.ref(`used.${column}`)} = there.id)`;

const USES = {
  // the price list of an order in the making lies in its lines too
  beverage: isThere('order_line', 'goods_id'),
  group: isThere('beverage_option_group', 'group_id'),
  menu: sql`(${isThere('beverage', 'menu_id')} or ${isThere('menu', 'parent_id')})`,
  material: sql`(${isThere('recipe_line', 'material_id')} or ${isThere('robot_material', 'material_id')})`,
} as const;

const TABLES = { beverage: 'beverage', group: 'option_group', menu: 'menu', material: 'material' } as const;

/** What copies made of this kind and is still there, with whether anything refers to it. */
async function findCopies(tx: Transaction, kind: CopiedKind): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select there.id, there.name, there.name_zh as "nameZh", there.version, map.target_version as "targetVersion", map.touched,
           ${USES[kind]} as "inUse",
           ${kind === 'beverage' ? sql`there.status = 'on_sale'` : sql`null::boolean`} as "onSale"
      from copy_map as map
      join ${sql.table(TABLES[kind])} as there on there.tenant_id = map.tenant_id and there.id = map.target_id
     where map.tenant_id = ${Number(tx.tenantId)} and map.kind = ${kind} and map.created
     order by there.id
       for no key update of there`.execute(tx.db);
  return rows;
}
