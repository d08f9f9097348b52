import { sql } from 'kysely';
import type {
  Beverage,
  BeverageDetail,
  BeverageListRequest,
  MenuEntry,
  MenuListRequest,
} from '#domains/beverages/contract/beverage.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { likeText } from '#platform/database/server/page.ts';
import { isUuid } from '#platform/ids/server/is-uuid.ts';
import type { Currency } from '#platform/money/contract/currency.ts';
import { optionGroups, recipe, toOptionGroup, toRecipeMaterial } from './beverage-parts.ts';

const BEVERAGE_SORT = {
  name: 'beverage.name',
  sort: 'beverage.sort',
  originalPriceMinor: 'beverage.original_price_minor',
  createdAt: 'beverage.created_at',
} as const;

const beverages = (db: TenantDb) =>
  db
    .selectFrom('beverage')
    .innerJoin('menu', 'menu.id', 'beverage.menu_id')
    .innerJoin('tenant', (join) => join.onTrue());

const COLUMNS = [
  'beverage.id',
  'beverage.menu_id',
  'menu.name as menu_name',
  'beverage.name',
  'beverage.name_zh',
  'beverage.short_title',
  'beverage.description',
  'beverage.image',
  'beverage.temperature',
  'tenant.currency',
  'beverage.original_price_minor',
  'beverage.discounted_price_minor',
  'beverage.tax_rate',
  'beverage.production_seconds',
  'beverage.status',
  'beverage.sort',
  'beverage.created_at',
] as const;

export async function findBeverages(
  db: TenantDb,
  request: BeverageListRequest,
): Promise<{ records: Beverage[]; total: number }> {
  let matching = beverages(db);
  if (request.menuId !== undefined) {
    if (!isUuid(request.menuId)) return { records: [], total: 0 };
    matching = matching.where('beverage.menu_id', '=', request.menuId);
  }
  if (request.status) matching = matching.where('beverage.status', '=', request.status);
  if (request.name) {
    const word = `%${likeText(request.name)}%`;
    matching = matching.where((is) =>
      is.or([is('beverage.name', 'ilike', word), is('beverage.name_zh', 'ilike', word)]),
    );
  }
  const { total } = await matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select(COLUMNS)
    .orderBy(BEVERAGE_SORT[request.column ?? 'sort'], request.order ?? (request.column ? 'asc' : 'desc'))
    .orderBy('beverage.id')
    .limit(request.pageSize)
    .offset((request.pageNo - 1) * request.pageSize)
    .execute();
  return { records: rows.map(toBeverage), total };
}

export async function findBeverage(db: TenantDb, id: string): Promise<BeverageDetail | undefined> {
  if (!isUuid(id)) return undefined;
  const row = await beverages(db)
    .select((of) => [...COLUMNS, optionGroups(of), recipe(of)])
    .where('beverage.id', '=', id)
    .executeTakeFirst();
  return row && { ...toBeverage(row), groups: row.groups.map(toOptionGroup), recipe: row.recipe.map(toRecipeMaterial) };
}

export async function findMenus(
  db: TenantDb,
  request: MenuListRequest,
): Promise<{ records: MenuEntry[]; total: number }> {
  let matching = db.selectFrom('menu');
  if (request.name) matching = matching.where('menu.name', 'ilike', `%${likeText(request.name)}%`);
  const { total } = await matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .select(['menu.id', 'menu.parent_id', 'menu.name', 'menu.image', 'menu.sort'])
    .select((of) =>
      of
        .selectFrom('beverage')
        .whereRef('beverage.menu_id', '=', 'menu.id')
        .select(sql<number>`count(*)`.as('count'))
        .as('beverage_count'),
    )
    .orderBy(request.column === 'name' ? 'menu.name' : 'menu.sort', request.order ?? (request.column ? 'asc' : 'desc'))
    .orderBy('menu.id')
    .limit(request.pageSize)
    .offset((request.pageNo - 1) * request.pageSize)
    .execute();
  const records = rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    image: row.image,
    sort: row.sort,
    beverageCount: row.beverage_count ?? 0,
  }));
  return { records, total };
}

interface BeverageRow {
  id: string;
  menu_id: string;
  menu_name: string;
  name: string;
  name_zh: string;
  short_title: string;
  description: string;
  image: string;
  temperature: string;
  currency: string;
  original_price_minor: number;
  discounted_price_minor: number | null;
  tax_rate: number | null;
  production_seconds: number;
  status: string;
  sort: number;
  created_at: Date;
}

function toBeverage(row: BeverageRow): Beverage {
  return {
    id: row.id,
    menuId: row.menu_id,
    menuName: row.menu_name,
    name: row.name,
    nameZh: row.name_zh,
    shortTitle: row.short_title,
    description: row.description,
    image: row.image,
    temperature: row.temperature as Beverage['temperature'],
    currency: row.currency as Currency,
    originalPriceMinor: row.original_price_minor,
    discountedPriceMinor: row.discounted_price_minor,
    taxRate: row.tax_rate,
    productionSeconds: row.production_seconds,
    status: row.status as Beverage['status'],
    sort: row.sort,
    createdAt: row.created_at.toISOString(),
  };
}
