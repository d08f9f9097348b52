import { PointsChangeType } from '../contract/points.ts';

export type Account = 'wallet' | 'issued' | 'redeemed' | 'adjust';

/** Where the points of a change come from, or go to (practice 7.1). */
const AGAINST: Readonly<Record<PointsChangeType, Exclude<Account, 'wallet'>>> = {
  [PointsChangeType.earned]: 'issued',
  [PointsChangeType.spent]: 'redeemed',
  [PointsChangeType.added]: 'adjust',
  [PointsChangeType.deducted]: 'adjust',
};

/** Why points were given or taken where no order and no person stands behind it. */
export type Cause = 'refund' | 'redemption-reversed' | undefined;

/** The two entries of a change, which add up to nothing: what is taken back goes where it came from. */
export function entriesOf(
  type: PointsChangeType,
  points: number,
  cause: Cause,
): readonly [{ account: 'wallet'; points: number }, { account: Exclude<Account, 'wallet'>; points: number }] {
  const against = cause === 'refund' ? 'issued' : cause === 'redemption-reversed' ? 'redeemed' : AGAINST[type];
  return [
    { account: 'wallet', points },
    { account: against, points: -points },
  ];
}

/** Below what a change must not bring a balance: only what a refund takes back may bring it below zero (practice 7.4). */
export const floorOf = (cause: Cause): number | null => (cause === 'refund' ? null : 0);
