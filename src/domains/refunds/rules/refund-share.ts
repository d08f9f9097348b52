import { roundHalfUp } from '#platform/money/rules/rounding.ts';

/**
 * What `units` more cups of a line give back, in minor units, after `alreadyRefundedUnits` of its `quantity` have gone
 * back (practice 3.3): `round(linePayable × k / q)` for k refunded cups, the next cup gets the difference. All cups
 * together give back exactly the line.
 */
export function refundForUnits(
  linePayableMinor: number,
  quantity: number,
  alreadyRefundedUnits: number,
  units: number,
): number {
  if (units < 0 || alreadyRefundedUnits < 0 || alreadyRefundedUnits + units > quantity) {
    throw new RangeError('a line gives back at most the cups it has');
  }
  return (
    refundedAfter(linePayableMinor, quantity, alreadyRefundedUnits + units) -
    refundedAfter(linePayableMinor, quantity, alreadyRefundedUnits)
  );
}

function refundedAfter(linePayableMinor: number, quantity: number, units: number): number {
  return roundHalfUp(BigInt(linePayableMinor) * BigInt(units), BigInt(quantity));
}
