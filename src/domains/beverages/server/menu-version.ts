import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TenantDb } from '#platform/database/server/database.ts';
import { THIS_TENANT } from '#platform/database/server/tenant-filter.ts';

/** Digits of a version: enough to tell menus apart, few enough to read out. */
const DIGITS = 10;

/** Names what each spot sells and for how much now: it differs where the menu of a screen there would. Null: of a robot without a spot. */
export async function menuVersions(
  db: TenantDb,
  spotIds: readonly (string | null)[],
): Promise<(spotId: string | null) => string> {
  const { rows } = await sql<{ said: string }>`
    select coalesce(string_agg(one.said, '|' order by one.said), '') as said from (
      select jsonb_build_array('b', id, menu_id, name, name_zh, original_price_minor, discounted_price_minor, tax_rate, image, sort)::text as said
        from beverage where tenant_id = ${THIS_TENANT} and status = 'on_sale'
      union all
      select jsonb_build_array('o', of_it.beverage_id, choice.id, choice.name, choice.name_zh, choice.cost_minor, choice.sort)::text
        from beverage_option_group of_it
        join option_choice choice on choice.tenant_id = of_it.tenant_id and choice.group_id = of_it.group_id
       where of_it.tenant_id = ${THIS_TENANT}
      union all
      select jsonb_build_array('m', id, name, name_zh, sort)::text from menu where tenant_id = ${THIS_TENANT}) as one`.execute(
    db,
  );
  const goods = rows[0]?.said ?? '';
  const ids = [...new Set(spotIds.filter((id) => id !== null))];
  const spots =
    ids.length === 0
      ? []
      : await db
          .selectFrom('spot')
          .select(['id', 'kiosk_discount_percent', 'app_discount_percent'])
          .where('id', 'in', ids)
          .execute();
  const discounts = new Map(
    spots.map((spot) => [spot.id, `${spot.kiosk_discount_percent}/${spot.app_discount_percent}`]),
  );
  return (spotId) =>
    createHash('sha256')
      .update(`${goods}#${(spotId !== null && discounts.get(spotId)) || ''}`)
      .digest('hex')
      .slice(0, DIGITS);
}
