/**
 * A stamp card moves by what was earned (practice 7.5): each time it reaches `limit` a coupon is due and the card loses `limit`.
 * What a refund takes back comes off it as well; a card below zero has to be filled up again first.
 */
export function moveCard(stamps: number, earned: number, limit: number): { stamps: number; coupons: number } {
  const filled = stamps + earned;
  const coupons = limit > 0 ? Math.max(0, Math.floor(filled / limit)) : 0;
  return { stamps: filled - coupons * limit, coupons };
}
