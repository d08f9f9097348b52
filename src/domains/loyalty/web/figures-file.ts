import { toDecimalText } from '#platform/money/rules/parse-amount.ts';
import type { LoyaltyFigures } from '../contract/endpoints.ts';

/** The days of a period as a table that spreadsheets open: UTF-8 with its mark, amounts as decimals of the currency. */
export function fileOf({ coupons, points, currency }: LoyaltyFigures, t: (key: string) => string): string {
  const days = [...new Set([...coupons.days, ...(points?.days ?? [])].map(({ day }) => day))].sort();
  const used = new Map(coupons.days.map((one) => [one.day, one]));
  const moved = new Map((points?.days ?? []).map((one) => [one.day, one]));
  const head = [t('day'), t('coupons.uses'), `${t('coupons.cost')} (${currency})`];
  const rows = days.map((day) => [
    day,
    String(used.get(day)?.uses ?? 0),
    toDecimalText(used.get(day)?.costMinor ?? 0, currency),
    ...(points ? [String(moved.get(day)?.earned ?? 0), String(moved.get(day)?.spent ?? 0)] : []),
  ]);
  const lines = [[...head, ...(points ? [t('points.earned'), t('points.spent')] : [])], ...rows];
  return `\uFEFF${lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')}\r\n`;
}
