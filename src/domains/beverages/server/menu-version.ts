import { createHash, type Hash } from 'node:crypto';
import { findOfferedArts } from '#domains/latte-art/server/index.ts';
import type { TenantDb } from '#platform/database/server/database.ts';
import { findCategories, offeredGoods } from './load-spot-menu.ts';

/** Digits of a version: enough to tell menus apart, few enough to read out. */
const DIGITS = 10;

/**
 * Names what each spot sells and for how much now: it differs where the menu of a screen there would (`loadSpotMenu`), apart from what
 * changes by the minute, such as stock and opening. Null: of a robot without a spot.
 */
export async function menuVersions(
  db: TenantDb,
  spotIds: readonly (string | null)[],
): Promise<(spotId: string | null) => string> {
  const goods = [await offeredGoods(db).execute(), await findCategories(db), await findOfferedArts(db)];
  const ids = [...new Set(spotIds.filter((id) => id !== null))];
  const spots =
    ids.length === 0
      ? []
      : await db
          .selectFrom('spot')
          .select(['id', 'name', 'name_zh', 'address', 'latitude', 'longitude', 'service_time'])
          .select(['customer_service_email', 'tax_mode', 'kiosk_discount_percent', 'app_discount_percent'])
          .select(['splash_page_type', 'splash_image', 'kiosk_theme', 'booking_field', 'pickup_button'])
          .select(['points_switch', 'barcode_scanning', 'receipt_delivery'])
          .where('id', 'in', ids)
          .execute();
  const shared = createHash('sha256').update(JSON.stringify(goods));
  const versions = new Map(spots.map((spot) => [spot.id, versionOf(shared, JSON.stringify(spot))]));
  const ofNone = versionOf(shared, '');
  return (spotId) => (spotId === null ? undefined : versions.get(spotId)) ?? ofNone;
}

const versionOf = (shared: Hash, spot: string): string => shared.copy().update(spot).digest('hex').slice(0, DIGITS);
