/**
 * A number with at most so many decimals, counted in units of its last one: 0.2 with six is 200000. NaN where it says
 * more than can be kept, which is refused and not rounded (practice 1.1).
 */
export const wholeUnits = (value: number, decimals: number): number =>
  Number(value.toFixed(decimals)) === value ? Math.round(value * 10 ** decimals) : Number.NaN;
