import type { RefundFacts } from '#domains/refunds/rules/refund.ts';
import { needsStepUp } from '#domains/refunds/rules/refund-step-up.ts';
import type { RequestContext } from '#platform/context/server/request-context.ts';
import type { Transaction } from '#platform/database/server/transaction.ts';
import { requireStepUp } from '#platform/http/server/require-step-up.ts';

/** Money above the tenant's limit goes back only from hands that gave the password a moment ago (security 4.9). */
export async function stepUpAbove(
  tx: Transaction,
  context: RequestContext,
  refunds: readonly RefundFacts[],
  amountMinor: number,
): Promise<void> {
  const tenant = await tx.db.selectFrom('tenant').select('refund_step_up_minor').executeTakeFirstOrThrow();
  if (needsStepUp(tenant.refund_step_up_minor, refunds, amountMinor)) requireStepUp(context);
}
