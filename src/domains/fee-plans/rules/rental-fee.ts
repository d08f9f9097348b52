import { type Fee, type FeePart, type FeePlan, MINUTES_OF_A_DAY } from '../contract/plan.ts';

/** One price per started unit, from one minute of billing up to another. */
interface Tariff {
  readonly kind: 'base' | 'phase';
  readonly from: number;
  /** Without the last one: where the next tariff begins. */
  readonly to: number;
  readonly unit: number;
  readonly priceMinor: number;
}

/** Minutes of a rental: each one that was begun counts (practice 8.2, step 1). */
export const rentalMinutes = (elapsedSeconds: number): number => Math.ceil(elapsedSeconds / 60);

/** The last minute of a rental that is not a purchase yet; null where units are never sold. */
export function lastMinute({ maxDays, purchasePriceMinor }: FeePlan): number | null {
  return maxDays === null || purchasePriceMinor === null ? null : maxDays * MINUTES_OF_A_DAY;
}

/**
 * What a rental of so many seconds costs, from the confirmed eject to the return, in minor units (practice 8.2 and 8.4). The parts
 * add up to the fee, and those of one day of billing never exceed the cap of the plan.
 */
export function rentalFee(plan: FeePlan, elapsedSeconds: number): Fee {
  const minutes = rentalMinutes(elapsedSeconds);
  const last = lastMinute(plan);
  if (last === null || minutes <= last) return feeOf(plan, minutes);
  const rented = feeOf(plan, last);
  const parts = plan.purchaseMode === 'add' ? rented.parts : [];
  const sold: FeePart = { kind: 'purchase', fromMinute: last, amountMinor: plan.purchasePriceMinor ?? 0 };
  return { ...totalOf([...parts, sold]), billedMinutes: rented.billedMinutes, ended: true };
}

/**
 * What a customer gets back who returns a unit that was sold to him already: what the purchase cost above the fee of the time that
 * he had it. Minor units; 0 where the price came on top of the fee (practice 8.4).
 */
export function refundableOnReturn(plan: FeePlan, elapsedSeconds: number): number {
  const last = lastMinute(plan);
  const minutes = rentalMinutes(elapsedSeconds);
  if (last === null || minutes <= last || plan.purchaseMode === 'add') return 0;
  return Math.max(0, (plan.purchasePriceMinor ?? 0) - feeOf(plan, minutes).feeMinor);
}

function feeOf(plan: FeePlan, minutes: number): Fee {
  const { freeMinutes, freeTimeCounted } = plan;
  if (minutes <= freeMinutes) return { billedMinutes: 0, feeMinor: 0, ended: false, parts: [] };
  const billedMinutes = freeTimeCounted ? minutes : minutes - freeMinutes;
  return { ...totalOf(partsOf(plan, billedMinutes)), billedMinutes, ended: false };
}

/** Each charge belongs to the day of billing in which it begins; what exceeds the cap of that day is not charged. */
function partsOf(plan: FeePlan, billed: number): FeePart[] {
  const parts: FeePart[] = [];
  const tariffs = tariffsOf(plan);
  for (let day = 0; day * MINUTES_OF_A_DAY < billed; day += 1) {
    const [from, to] = [day * MINUTES_OF_A_DAY, Math.min(billed, (day + 1) * MINUTES_OF_A_DAY)];
    let left = plan.dailyCapMinor ?? Number.MAX_SAFE_INTEGER;
    for (const tariff of tariffs) {
      const first = firstCharge(tariff, from);
      const end = Math.min(to, tariff.to);
      if (first >= end) continue;
      const charges = Math.ceil((end - first) / tariff.unit);
      const amountMinor = Math.min(left, charges * tariff.priceMinor);
      left -= amountMinor;
      if (amountMinor > 0) parts.push({ kind: tariff.kind, fromMinute: first, amountMinor });
    }
  }
  return parts;
}

/** The first unit of a tariff that begins at a minute or after it. */
function firstCharge({ from, unit }: Tariff, minute: number): number {
  return minute <= from ? from : from + Math.ceil((minute - from) / unit) * unit;
}

function tariffsOf({ baseUnitMinutes, baseCostMinor, repetitions, phases }: FeePlan): Tariff[] {
  const base: Tariff = {
    kind: 'base',
    from: 0,
    to: baseUnitMinutes * repetitions,
    unit: baseUnitMinutes,
    priceMinor: baseCostMinor,
  };
  return [
    ...(baseUnitMinutes > 0 ? [base] : []),
    ...phases.map(
      ({ startMinute, unitMinutes, unitPriceMinor }, place): Tariff => ({
        kind: 'phase',
        from: startMinute,
        to: phases[place + 1]?.startMinute ?? Number.POSITIVE_INFINITY,
        unit: unitMinutes,
        priceMinor: unitPriceMinor,
      }),
    ),
  ];
}

function totalOf(parts: readonly FeePart[]): Pick<Fee, 'feeMinor' | 'parts'> {
  return { feeMinor: parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0), parts: [...parts] };
}
