import type { RequestContext } from '#platform/context/server/request-context.ts';
import { raise } from '#platform/problems/server/raise.ts';
import type { PreviewFeeRequest } from '../contract/endpoints.ts';
import type { Fee } from '../contract/plan.ts';
import { planFaults } from '../rules/plan-faults.ts';
import { rentalFee } from '../rules/rental-fee.ts';

/** By the function that prices rentals; a plan that could never be kept has no price. */
export async function previewFee(_: RequestContext, { plan, elapsedSeconds }: PreviewFeeRequest): Promise<Fee> {
  const faults = planFaults(plan).map(({ path, code }) => ({ path: `plan.${path}`, code }));
  if (faults.length > 0) raise('request.malformed', {}, { faults });
  return rentalFee(plan, elapsedSeconds);
}
