import type { Fee } from '#domains/fee-plans/contract/plan.ts';
import { rentalFee } from '#domains/fee-plans/rules/rental-fee.ts';
import { elapsedSeconds } from '../rules/rental-money.ts';
import type { Rental } from './rental-store.ts';

/** What a rental costs if it ends then: nothing where no unit is known to have come out, or where the customer was told so. */
export function feeAt(rental: Rental, at: Date): { readonly elapsed: number; readonly fee: Fee } {
  const elapsed = rental.startedAt === null ? 0 : elapsedSeconds(rental.startedAt, at);
  const isFree = rental.startedAt === null || rental.notLent !== null;
  const none: Fee = { billedMinutes: 0, feeMinor: 0, ended: false, parts: [] };
  return { elapsed, fee: isFree ? none : rentalFee(rental.plan, elapsed) };
}
