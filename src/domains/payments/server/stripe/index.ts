import type { PaymentAdapter } from '../payment-adapter.ts';
import { stripeEvents } from './stripe-events.ts';
import { stripeProvider } from './stripe-provider.ts';

export const stripeAdapter: PaymentAdapter = {
  open: ({ secrets }, { stripeApiBase }) => {
    const secretKey = secrets.get('secretKey');
    if (!secretKey) throw new Error('a setting without a secret key');
    return stripeProvider(secretKey, stripeApiBase);
  },
  publicKeyOf: ({ publicKey = '' }) => publicKey,
  events: stripeEvents,
};
