import { type PaymentProvider, type ProviderPayment, ProviderRefusal } from './payment-provider.ts';
import type { Payment } from './payment-store.ts';

/**
 * The payment as it is at the provider, created where it is not there yet. An attempt that failed, be it declined, cancelled at the
 * terminal or waited for in vain, is ended at the provider too: nothing of it can be paid later (settled 58).
 */
export async function lookAtTerminal(
  provider: PaymentProvider,
  payment: Payment,
  readerRef: string,
): Promise<ProviderPayment> {
  const current = payment.providerRef ? await provider.retrieve(payment.providerRef) : await create(provider, payment);
  if (current.state === 'failed') return ended(provider, current, current);
  if (current.state !== 'pending' || !payment.providerRef) return current;
  const terminal = await provider.terminals.stateOf(readerRef, current.ref).catch(takenAway);
  return terminal.state === 'failed' ? ended(provider, current, terminal) : current;
}

/** A terminal that the provider does not know any more, registered anew or removed: nobody can pay there. */
function takenAway(error: unknown) {
  if (!(error instanceof ProviderRefusal)) throw error;
  return { state: 'failed', errorCode: error.code, errorMessage: error.message } as const;
}

/** Asks for the card. A terminal that is busy or away ends the attempt as a declined card does. */
export async function presentAtTerminal(
  provider: PaymentProvider,
  payment: Payment,
  readerRef: string,
): Promise<ProviderPayment> {
  const current = await lookAtTerminal(provider, payment, readerRef).catch((error) => refusal(error, payment));
  if (current.state !== 'pending') return current;
  try {
    await provider.terminals.present(readerRef, current.ref);
    return current;
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    return ended(provider, current, { errorCode: error.code, errorMessage: error.message });
  }
}

function create(provider: PaymentProvider, payment: Payment): Promise<ProviderPayment> {
  return provider.createIntent({
    ...{ paymentId: payment.id, orderNo: payment.orderNo, amountMinor: payment.amountMinor },
    ...{ currency: payment.currency, paymentMethod: null, returnUrl: '' },
    ...{ atTerminal: true, hold: false, stored: null },
    idempotencyKey: payment.idempotencyKey,
  });
}

/** Money that came in the same moment counts. */
async function ended(
  provider: PaymentProvider,
  current: ProviderPayment,
  { errorCode, errorMessage }: Pick<ProviderPayment, 'errorCode' | 'errorMessage'>,
): Promise<ProviderPayment> {
  const last = await provider.cancel(current.ref, `end:${current.ref}`).catch((error) => {
    if (error instanceof ProviderRefusal) return provider.retrieve(current.ref);
    throw error;
  });
  return last.state === 'succeeded' ? last : { ...last, state: 'failed', errorCode, errorMessage };
}

function refusal(error: unknown, payment: Payment): ProviderPayment {
  if (!(error instanceof ProviderRefusal)) throw error;
  return {
    ...{ ref: payment.providerRef ?? '', state: 'failed', amountMinor: payment.amountMinor },
    ...{ currency: payment.currency, chargeRef: null, fee: null, errorCode: error.code, errorMessage: error.message },
    ...{ clientSecret: null, actionUrl: null, paymentId: payment.id, orderNo: payment.orderNo },
  };
}
