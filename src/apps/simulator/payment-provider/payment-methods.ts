import type { PaymentError } from './payment-objects.ts';

/** What the bank behind a card says; names are the provider's own test cards. */
export interface CardBehaviour {
  brand: string;
  last4: string;
  needsAction: boolean;
  decline?: Pick<PaymentError, 'code' | 'decline_code' | 'message'>;
  refund: 'succeeds' | 'fails-later' | 'pending';
}

const declined = (declineCode: string, code = 'card_declined', message = 'Your card was declined.') => ({
  code,
  ...(code === 'card_declined' ? { decline_code: declineCode } : {}),
  message,
});

/** Also used for a decline that was asked for on the control page. */
export function declineOf(declineCode: string): NonNullable<CardBehaviour['decline']> {
  if (declineCode === 'expired_card') return declined('', 'expired_card', 'Your card has expired.');
  if (declineCode === 'incorrect_cvc') return declined('', 'incorrect_cvc', "Your card's security code is incorrect.");
  if (declineCode === 'processing_error') {
    return declined('', 'processing_error', 'An error occurred while processing your card. Try again in a little bit.');
  }
  if (declineCode === 'insufficient_funds')
    return declined(declineCode, 'card_declined', 'Your card has insufficient funds.');
  return declined(declineCode);
}

const good = (brand: string, last4: string, other: Partial<CardBehaviour> = {}): CardBehaviour => ({
  brand,
  last4,
  needsAction: false,
  refund: 'succeeds',
  ...other,
});

const CARDS: Readonly<Record<string, CardBehaviour>> = {
  visa: good('visa', '4242'),
  visa_debit: good('visa', '5556'),
  mastercard: good('mastercard', '4444'),
  mastercard_debit: good('mastercard', '3222'),
  amex: good('amex', '8431'),
  jcb: good('jcb', '0505'),
  unionpay: good('unionpay', '0005'),
  chargeDeclined: good('visa', '0002', { decline: declineOf('generic_decline') }),
  visa_chargeDeclined: good('visa', '0002', { decline: declineOf('generic_decline') }),
  chargeDeclinedInsufficientFunds: good('visa', '9995', { decline: declineOf('insufficient_funds') }),
  visa_chargeDeclinedInsufficientFunds: good('visa', '9995', { decline: declineOf('insufficient_funds') }),
  chargeDeclinedLostCard: good('visa', '9987', { decline: declineOf('lost_card') }),
  visa_chargeDeclinedLostCard: good('visa', '9987', { decline: declineOf('lost_card') }),
  chargeDeclinedStolenCard: good('visa', '9979', { decline: declineOf('stolen_card') }),
  chargeDeclinedExpiredCard: good('visa', '0069', { decline: declineOf('expired_card') }),
  chargeDeclinedIncorrectCvc: good('visa', '0127', { decline: declineOf('incorrect_cvc') }),
  chargeDeclinedProcessingError: good('visa', '0119', { decline: declineOf('processing_error') }),
  authenticationRequired: good('visa', '3184', { needsAction: true }),
  threeDSecure2Required: good('visa', '3220', { needsAction: true }),
  authenticationRequiredChargeDeclinedInsufficientFunds: good('visa', '8869', {
    needsAction: true,
    decline: declineOf('insufficient_funds'),
  }),
  refundFail: good('visa', '5126', { refund: 'fails-later' }),
  pendingRefund: good('visa', '7726', { refund: 'pending' }),
};

const PREFIXES = ['pm_card_', 'tok_'];

/** `pm_card_visa` or `tok_visa`; `undefined` for a card that the provider does not know. */
export function cardOf(id: string): CardBehaviour | undefined {
  const prefix = PREFIXES.find((candidate) => id.startsWith(candidate));
  return prefix === undefined ? undefined : CARDS[id.slice(prefix.length)];
}
