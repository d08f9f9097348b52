import { type FeePlan, MINUTES_OF_A_DAY } from '../contract/plan.ts';
import { rentalFee } from './rental-fee.ts';

/** Holds of cards lapse: a longer rental is not covered by one (practice 3.1 and 8.4). */
export const MOST_DAYS_HELD = 5;

export interface PlanFault {
  readonly path: string;
  readonly code: string;
}

/** What the fields of a plan say against each other (practice 8.1 and 8.4), each fault at the field that puts it right. */
export function planFaults(plan: FeePlan): PlanFault[] {
  return [...baseFaults(plan), ...phaseFaults(plan), ...purchaseFaults(plan)];
}

/** Of a plan that is kept, too: no hold lasts as long as its rentals. */
export function keptPlanFaults(plan: FeePlan): PlanFault[] {
  const isTooLong = plan.maxDays !== null && plan.maxDays > MOST_DAYS_HELD;
  return [...planFaults(plan), ...(isTooLong ? [{ path: 'maxDays', code: 'fee-plan.days-not-held' }] : [])];
}

function baseFaults({ baseUnitMinutes, baseCostMinor, repetitions }: FeePlan): PlanFault[] {
  if (baseUnitMinutes === 0)
    return baseCostMinor > 0 ? [{ path: 'baseUnitMinutes', code: 'fee-plan.base-unit-missing' }] : [];
  return repetitions === 0 ? [{ path: 'repetitions', code: 'fee-plan.repetitions-missing' }] : [];
}

function phaseFaults({ baseUnitMinutes, repetitions, phases }: FeePlan): PlanFault[] {
  const faults: PlanFault[] = [];
  for (const [place, { startMinute, unitMinutes }] of phases.entries()) {
    const next = phases[place + 1];
    if (place === 0 && startMinute !== baseUnitMinutes * repetitions)
      faults.push({ path: 'phases.0.startMinute', code: 'fee-plan.first-start' });
    if (!next) continue;
    if (next.startMinute <= startMinute)
      faults.push({ path: `phases.${place + 1}.startMinute`, code: 'fee-plan.not-sorted' });
    else if ((next.startMinute - startMinute) % unitMinutes !== 0)
      faults.push({ path: `phases.${place + 1}.startMinute`, code: 'fee-plan.part-of-unit' });
  }
  return faults;
}

function purchaseFaults(plan: FeePlan): PlanFault[] {
  const { maxDays, purchasePriceMinor, dailyCapMinor, purchaseMode } = plan;
  if (maxDays === null && purchasePriceMinor === null) return [];
  if (maxDays === null) return [{ path: 'maxDays', code: 'fee-plan.days-missing' }];
  if (purchasePriceMinor === null) return [{ path: 'purchasePriceMinor', code: 'fee-plan.price-missing' }];
  // on top of the fee any price will do
  if (purchaseMode === 'add') return [];
  const unending = { ...plan, maxDays: null };
  const highestMinor =
    dailyCapMinor === null ? rentalFee(unending, maxDays * MINUTES_OF_A_DAY * 60).feeMinor : dailyCapMinor * maxDays;
  return purchasePriceMinor < highestMinor ? [{ path: 'purchasePriceMinor', code: 'fee-plan.price-below-fee' }] : [];
}
