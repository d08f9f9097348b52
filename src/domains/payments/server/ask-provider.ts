import type { RequestContext } from '#platform/context/server/request-context.ts';
import { runTransaction } from '#platform/database/server/run-transaction.ts';
import { raise } from '#platform/problems/server/raise.ts';
import { notifyOfKeys } from './keys-refused.ts';
import { ProviderForbids, ProviderUnreachable } from './payment-provider.ts';
import type { Payment } from './payment-store.ts';
import { advancePayment, askAtTerminal, type ProviderAnswer } from './take-payment.ts';

/**
 * Asks the provider, or the terminal, on behalf of a customer who waits. No answer: he tries again soon. Keys that are refused are the
 * matter of the tenant's people, who are notified; to the customer this way to pay is not there.
 */
export async function askProvider(
  context: RequestContext,
  payment: Payment,
  paymentMethod: string | null,
): Promise<ProviderAnswer> {
  const { services, tenantId, actor, address, requestId } = context;
  try {
    return payment.readerRef === null
      ? await advancePayment(services, tenantId, payment, paymentMethod)
      : await askAtTerminal(services, tenantId, payment);
  } catch (cause) {
    if (cause instanceof ProviderUnreachable)
      return raise('payment.provider-unreachable', {}, { cause, retryAfterSeconds: 2 });
    if (!(cause instanceof ProviderForbids)) throw cause;
    await runTransaction(services, { tenantId, actor, address, requestId }, notifyOfKeys);
    return raise('payment.channel-not-available', {}, { cause });
  }
}
