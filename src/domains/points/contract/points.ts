/** Why a balance changed (domain 4): earned by an order, spent on a redemption, added and deducted by staff or a refund. */
export const PointsChangeType = { earned: 1, spent: 2, added: 3, deducted: 4 } as const;
export type PointsChangeType = (typeof PointsChangeType)[keyof typeof PointsChangeType];
export const CHANGE_TYPES = [1, 2, 3, 4] as const;

/** Coupons are the only kind of goods for now (settled 113). */
export const GOODS_TYPES = [1] as const;

export const RedemptionState = { redeemed: 1, reversed: 2 } as const;
export const REDEMPTION_STATES = [1, 2] as const;

/** The most that one change moves, and that goods cost. */
export const MOST_POINTS = 1_000_000;
/** Staff that changes more than this for one customer within a day gives the password again. */
export const POINTS_BEFORE_STEP_UP = 1_000;
