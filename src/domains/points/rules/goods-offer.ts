export interface Offer {
  readonly isOnSale: boolean;
  /** How many can be redeemed in all; null is no limit. */
  readonly stock: number | null;
  readonly redeemed: number;
  readonly perCustomer: number | null;
}

export type OfferRefusal = 'off-sale' | 'sold-out' | 'limit-reached';

/** Why goods cannot be redeemed, before any points move (practice 7.3); `own`: how often this customer has. */
export function refusalOf({ isOnSale, stock, redeemed, perCustomer }: Offer, own: number): OfferRefusal | null {
  if (!isOnSale) return 'off-sale';
  if (stock !== null && redeemed >= stock) return 'sold-out';
  if (perCustomer !== null && own >= perCustomer) return 'limit-reached';
  return null;
}
